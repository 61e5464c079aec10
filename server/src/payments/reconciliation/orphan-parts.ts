/**
 * An orphan of a payment on several invoices (R48). The processor knows the request, whose selection says what each
 * invoice was to be paid with. Where the total is not what they cost together, it is left for manual review.
 */
import { requestIdSchema } from '@quittance/contract/ids';
import { addCents, ZERO } from '@quittance/contract/money';
import { feeFor } from '@quittance/domain/checkout/fees';
import { methodTypeOf } from '@quittance/domain/checkout/payment-options';
import { splitFee } from '@quittance/domain/checkout/split';
import { canMoveInvoice, moveInvoice } from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../deps.ts';
import { changeBalances } from '../../storage/billing/changed-balances.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import { findRequest, type RequestRow } from '../../storage/billing/invoices.ts';
import { lockSelection } from '../../storage/billing/selections.ts';
import type { Tx } from '../../storage/database.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import { insertParts, type PaidPart } from '../../storage/payments/attempt-parts.ts';
import { insertAttempt } from '../../storage/payments/attempts.ts';
import { listHolds } from '../../storage/payments/invoice-holds.ts';
import { canTakeCharge } from '../charge/place-charge.ts';
import { nextCheckAt } from '../core/next-check.ts';
import type { OwnReference } from './find-differences.ts';

export type Orphan = { company: CompanyRow; charge: OwnReference };

type Placed = Orphan & { request: RequestRow; parts: readonly PaidPart[] };

/** A pending debit holds its invoices, unless another payment holds one of them. */
async function hold(tx: Tx, { clock }: Deps, { company, charge, parts }: Placed) {
  const { companyId } = company;
  const invoiceIds = parts.map(({ invoice }) => invoice.id);
  const holds = await listHolds(tx, { companyId, invoiceIds, except: null });
  const isHolding =
    charge.outcome.kind === 'pending' &&
    parts.every(({ invoice: { id, status } }) => {
      return !holds.get(id)?.isBeingPaid && canMoveInvoice({ status, event: 'started' });
    });
  if (!isHolding) return { state: 'CREATED', nextCheckAt: null } as const;
  const today = clock.today(company.timeZone);
  const started = parts.map(({ invoice }) => {
    const { status, statusBefore, dueOn: dueDate } = invoice;
    const to = moveInvoice({ status, event: 'started', dueDate, today, statusBefore });
    return { ...invoice, status: to, statusBefore: status };
  });
  changeBalances(tx, companyId, started);
  const next = nextCheckAt({ state: 'SENT', checkCount: 0, now: clock.now() });
  return { state: 'SENT', nextCheckAt: next } as const;
}

/** What the parts cost together now; null when the charge was for something else. */
function splitOf({ company, charge, parts }: Placed) {
  const { outcome, kind } = charge;
  if (!('amountCents' in outcome)) return null;
  const amountCents = addCents(...parts.map((part) => part.amountCents));
  const { fee: feeCents } = feeFor({ kind, amountCents, company });
  const isQuoted = addCents(amountCents, feeCents) === outcome.amountCents;
  const { processorReference } = outcome;
  return isQuoted ? { amountCents, feeCents, processorReference } : null;
}

async function insert(tx: Tx, deps: Deps, placed: Placed): Promise<boolean> {
  const { company, charge, request, parts } = placed;
  const { companyId } = company;
  const split = splitOf(placed);
  if (!split || !parts.every(({ invoice }) => canTakeCharge(invoice))) return false;
  const { processorReference, ...amounts } = split;
  const held = await hold(tx, deps, placed);
  const at = deps.clock.now();
  const attempt = await insertAttempt(tx, {
    companyId,
    id: charge.reference,
    requestId: request.id,
    invoiceId: null,
    customerId: request.customerId,
    purpose: 'INVOICES',
    type: 'PAYMENT',
    initiator: 'CIT',
    processor: company.processor,
    method: methodTypeOf(charge.kind),
    ...held,
    ...amounts,
    creditCents: ZERO,
    isOrphan: true,
    processorReference,
    createdAt: at,
  });
  const fees = splitFee(
    amounts.feeCents,
    parts.map((part) => part.amountCents),
  );
  const rows = parts.map(({ invoice, amountCents }, index) => ({
    invoiceId: invoice.id,
    amountCents,
    feeCents: fees[index] ?? ZERO,
  }));
  await insertParts(tx, { ...attempt, isOpen: held.state === 'SENT' }, rows);
  await appendAudit(tx, {
    companyId,
    actor: 'reconciler',
    action: 'payment.found',
    subject: `attempt:${charge.reference}`,
    detail: { invoices: parts.length, processorReference, ...amounts },
    at,
  });
  return true;
}

/** False when the charge names no selection of ours, or cannot be placed on it. */
export async function insertOrphanParts(tx: Tx, deps: Deps, orphan: Orphan): Promise<boolean> {
  const { companyId } = orphan.company;
  const requestId = requestIdSchema.safeParse(orphan.charge.invoiceRef).data;
  if (!requestId) return false;
  const request = await findRequest(tx, { companyId, requestId });
  if (request?.kind !== 'INVOICES') return false;
  const parts = await lockSelection(tx, { companyId, requestId });
  return insert(tx, deps, { ...orphan, request, parts });
}
