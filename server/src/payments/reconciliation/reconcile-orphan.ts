/**
 * A charge that carries our reference and that we know nothing of: our last commits were lost, or a
 * backup was restored. It becomes an attempt on the invoice it names, and then goes the way of every
 * other attempt. Where it names none of ours, nothing is invented: a person has to place it.
 */
import type { Cents } from '@quittance/contract/money';
import { addCents, ZERO } from '@quittance/contract/money';
import { canMoveInvoice, isPaid, moveInvoice } from '@quittance/domain/status/invoice-status';
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
import type { OwnReference } from './reconcile-compare.ts';
import { resolveAttempt } from './resolve.ts';

/** Late money is taken in where an invoice can be paid, is being paid, or is paid (as credit). */
function canTake({ status }: InvoiceRow): boolean {
  return status === 'PENDING' || isPaid(status) || canMoveInvoice({ status, event: 'started' });
}

type Split = { amountCents: Cents; feeCents: Cents };

/**
 * Only the whole is known. If it is what the invoice asks for now, its fee is the fee; otherwise all
 * of it counts for the customer.
 */
function splitOf(
  deps: Deps,
  { company, invoice, charge }: { company: CompanyRow; invoice: InvoiceRow; charge: OwnReference },
  totalCents: Cents,
): Split {
  const { amount, fees } = payableNow(deps, invoice, company);
  const { fee } = fees[charge.kind];
  const isAsked = amount > 0 && addCents(amount, fee) === totalCents;
  return isAsked
    ? { amountCents: amount, feeCents: fee }
    : { amountCents: totalCents, feeCents: ZERO };
}

type Orphan = { company: CompanyRow; charge: OwnReference };

/** A debit on its way holds its invoice like any other, unless another attempt does already. */
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
  if (!found || !('amountCents' in outcome)) return false;
  const { requestId } = found;
  const { id: invoiceId, customerId } = found.invoice;
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice || !canTake(invoice)) return false;
  const at = deps.clock.now();
  const split = splitOf(deps, { company, invoice, charge }, outcome.amountCents);
  const standing = await hold(tx, deps, { company, invoice, charge });
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
    method: charge.kind === 'card' ? 'CARD' : 'ACH',
    ...standing,
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

/** False: it has no place with us. */
export async function recordOrphan(deps: Deps, orphan: Orphan): Promise<boolean> {
  const { companyId } = orphan.company;
  const { reference: attemptId } = orphan.charge;
  const isPlaced = await deps.database.inCompany({ companyId }, (tx) =>
    insertOrphan(tx, deps, orphan),
  );
  if (isPlaced) await resolveAttempt(deps, { companyId, attemptId }, 'reconciler');
  return isPlaced;
}
