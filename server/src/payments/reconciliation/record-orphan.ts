/**
 * An orphan is a charge with our reference and no attempt: the last commits were lost or a backup was
 * restored. It becomes an attempt on the invoice, or the several invoices, it names and is settled like any
 * other. Without such an invoice it is left for manual review.
 */
import { addCents, type Cents, ZERO } from '@quittance/contract/money';
import { methodTypeOf } from '@quittance/domain/checkout/payment-options';
import { canMoveInvoice, moveInvoice } from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../deps.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import {
  findInvoiceWithRequest,
  type InvoiceRow,
  lockInvoice,
  updateInvoice,
} from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import { hasOpenAttempt, insertAttempt } from '../../storage/payments/attempts.ts';
import { nextCheckAt } from '../core/next-check.ts';
import { payableNow } from '../core/payable-now.ts';
import type { OwnReference } from './find-differences.ts';
import { canTake, insertOrphanParts, type Orphan } from './orphan-parts.ts';
import { resolveAttempt } from './resolve.ts';

type Split = { amountCents: Cents; feeCents: Cents };

/**
 * Only the total is known. If it matches what the invoice costs now, its fee applies; otherwise all of
 * it is principal.
 */
function splitOf(
  deps: Deps,
  { company, invoice, charge }: { company: CompanyRow; invoice: InvoiceRow; charge: OwnReference },
  totalCents: Cents,
): Split {
  const { amount, fees } = payableNow(deps, invoice, company);
  const { fee } = fees[charge.kind];
  const isQuoted = amount > 0 && addCents(amount, fee) === totalCents;
  return isQuoted
    ? { amountCents: amount, feeCents: fee }
    : { amountCents: totalCents, feeCents: ZERO };
}

/** A pending debit holds its invoice, unless another attempt does. */
async function hold(tx: Tx, { clock }: Deps, { company, invoice, charge }: Orphan & OnInvoice) {
  const { companyId, id: invoiceId, status, statusBefore, dueOn: dueDate } = invoice;
  const isFree = !(await hasOpenAttempt(tx, { companyId, invoiceId }));
  const isHolding =
    charge.outcome.kind === 'pending' && isFree && canMoveInvoice({ status, event: 'started' });
  if (!isHolding) return { state: 'CREATED', nextCheckAt: null } as const;
  const today = clock.today(company.timeZone);
  const started = moveInvoice({ status, event: 'started', dueDate, today, statusBefore });
  await updateInvoice(tx, { companyId, invoiceId }, { status: started, statusBefore: status });
  const now = clock.now();
  return {
    state: 'SENT',
    nextCheckAt: nextCheckAt({ state: 'SENT', checkCount: 0, now }),
  } as const;
}

type OnInvoice = { invoice: InvoiceRow };

async function insertOrphan(tx: Tx, deps: Deps, { company, charge }: Orphan): Promise<boolean> {
  const { companyId } = company;
  const { outcome, invoiceRef, reference } = charge;
  const found = invoiceRef
    ? await findInvoiceWithRequest(tx, { companyId, accountRef: invoiceRef })
    : null;
  if (!found) return insertOrphanParts(tx, deps, { company, charge });
  if (!('amountCents' in outcome)) return false;
  const { requestId } = found;
  const { id: invoiceId, customerId } = found.invoice;
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice || !canTake(invoice)) return false;
  const at = deps.clock.now();
  const split = splitOf(deps, { company, invoice, charge }, outcome.amountCents);
  const held = await hold(tx, deps, { company, invoice, charge });
  await insertAttempt(tx, {
    companyId,
    id: reference,
    requestId,
    invoiceId,
    customerId,
    purpose: 'FULL_AMOUNT',
    paymentOption: 'PAY_IN_FULL',
    type: 'PAYMENT',
    initiator: 'CIT',
    processor: company.processor,
    method: methodTypeOf(charge.kind),
    ...held,
    ...split,
    creditCents: ZERO,
    isOrphan: true,
    processorReference: outcome.processorReference,
    createdAt: at,
  });
  await appendAudit(tx, {
    companyId,
    actor: 'reconciler',
    action: 'payment.found',
    subject: `attempt:${reference}`,
    detail: { invoiceRef, processorReference: outcome.processorReference, ...split },
    at,
  });
  return true;
}

/** False when no invoice of ours can take it. */
export async function recordOrphan(deps: Deps, orphan: Orphan): Promise<boolean> {
  const { companyId } = orphan.company;
  const { reference: attemptId } = orphan.charge;
  const isPlaced = await deps.database.inCompany({ companyId }, (tx) =>
    insertOrphan(tx, deps, orphan),
  );
  if (isPlaced) await resolveAttempt(deps, { companyId, attemptId }, 'reconciler');
  return isPlaced;
}
