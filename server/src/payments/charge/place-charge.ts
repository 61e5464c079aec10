/**
 * A charge in the processor's records becomes an attempt on an invoice: an orphan that names the invoice, or a charge that
 * a person assigns to it. It is settled like any other attempt.
 */
import type { AttemptId, RequestId } from '@quittance/contract/ids';
import { addCents, type Cents, ZERO } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { methodTypeOf } from '@quittance/domain/checkout/payment-options';
import { canMoveInvoice, isPaid, moveInvoice } from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../deps.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import { type InvoiceRow, updateInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { type Attempt, hasOpenAttempt, insertAttempt } from '../../storage/payments/attempts.ts';
import { nextCheckAt } from '../core/next-check.ts';
import { payableNow } from '../core/payable-now.ts';

export type FoundCharge = {
  /** Our reference: the id of the attempt. */
  id: AttemptId;
  kind: ChargeKind;
  processorReference: string;
  /** All that was charged; what of it is fee is not known. */
  amountCents: Cents;
  isPending: boolean;
};

export type Placement = {
  company: CompanyRow;
  /** Locked by the caller. */
  invoice: InvoiceRow;
  requestId: RequestId;
  charge: FoundCharge;
};

/** An invoice that is payable, processing, or paid (the charge is then a credit). */
export function canTakeCharge({ status }: InvoiceRow): boolean {
  return status === 'PENDING' || isPaid(status) || canMoveInvoice({ status, event: 'started' });
}

/**
 * Only the total is known. If it matches what the invoice costs now, its fee applies; otherwise all of
 * it is principal.
 */
function splitOf(deps: Deps, { company, invoice, charge }: Placement) {
  const { amountCents: totalCents, kind } = charge;
  const { amount, fees } = payableNow(deps, invoice, company);
  const { fee } = fees[kind];
  const isQuoted = amount > 0 && addCents(amount, fee) === totalCents;
  return isQuoted
    ? { amountCents: amount, feeCents: fee }
    : { amountCents: totalCents, feeCents: ZERO };
}

/** A pending debit holds its invoice, unless another attempt does. */
async function hold(tx: Tx, { clock }: Deps, { company, invoice, charge }: Placement) {
  const { companyId, id: invoiceId, status, statusBefore, dueOn: dueDate } = invoice;
  const isFree = !(await hasOpenAttempt(tx, { companyId, invoiceId }));
  const isHolding = charge.isPending && isFree && canMoveInvoice({ status, event: 'started' });
  if (!isHolding) return { state: 'CREATED', nextCheckAt: null } as const;
  const today = clock.today(company.timeZone);
  const started = moveInvoice({ status, event: 'started', dueDate, today, statusBefore });
  await updateInvoice(tx, { companyId, invoiceId }, { status: started, statusBefore: status });
  const next = nextCheckAt({ state: 'SENT', checkCount: 0, now: clock.now() });
  return { state: 'SENT', nextCheckAt: next } as const;
}

export async function placeCharge(tx: Tx, deps: Deps, placement: Placement): Promise<Attempt> {
  const { company, invoice, requestId, charge } = placement;
  const split = splitOf(deps, placement);
  const held = await hold(tx, deps, placement);
  return insertAttempt(tx, {
    companyId: company.companyId,
    id: charge.id,
    requestId,
    invoiceId: invoice.id,
    customerId: invoice.customerId,
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
    processorReference: charge.processorReference,
    createdAt: deps.clock.now(),
  });
}
