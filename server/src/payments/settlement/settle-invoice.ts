/**
 * What a payment's event does to an invoice: its balance, its status and whatever was arranged for
 * it. Called by settle() alone, inside its transaction and under its locks; installments of a plan
 * are in settle-plan.ts.
 */
import { addCents, subtractCents } from '@quittance/contract/money';
import { assertNever } from '@quittance/domain/invariant';
import { receivable } from '@quittance/domain/postings';
import type { PaymentEvent } from '@quittance/domain/status/payment-status';
import type { Deps } from '../../deps.ts';
import {
  finishAutoPay,
  finishSchedule,
  type InvoiceRow,
  updateInvoice,
} from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { balanceAfter } from './compensate.ts';
import { onDecline, onReturn } from './dunning/dunning.ts';
import { statusAfterPayment, statusAfterReturn } from './invoice-status-after.ts';
import { bookReturn, bookSuccess } from './settle-money.ts';

export type OnInvoice = { attempt: Attempt; invoice: InvoiceRow };

/** Returns the attempt as it stands afterwards. */
export async function settleInvoice(
  tx: Tx,
  deps: Deps,
  { event, ...on }: OnInvoice & { event: PaymentEvent },
): Promise<Attempt> {
  switch (event) {
    case 'succeeded':
      return succeeded(tx, deps, on);
    case 'declined':
      return declined(tx, deps, on);
    case 'returned':
      return returned(tx, deps, on);
    default:
      return assertNever(event);
  }
}

async function succeeded(tx: Tx, deps: Deps, { attempt, invoice }: OnInvoice): Promise<Attempt> {
  const { companyId, id: invoiceId } = invoice;
  const owedCents = subtractCents(invoice.totalCents, invoice.paidCents);
  const rooms = [{ account: receivable(invoiceId), amountCents: owedCents }];
  const booked = await bookSuccess(tx, deps, { attempt, rooms });
  const paidCents = addCents(invoice.paidCents, ...booked.paid.map((part) => part.amountCents));
  const change = await balanceAfter(tx, deps, { attempt: booked.attempt, invoice, paidCents });
  const paid = await updateInvoice(tx, { companyId, invoiceId }, change);
  const after = { attempt: booked.attempt, invoice: paid, isReceived: true };
  const status = await statusAfterPayment(tx, deps, after);
  await updateInvoice(tx, { companyId, invoiceId }, status);
  if (paid.paidCents === paid.totalCents || attempt.scheduleId) {
    await finishSchedule(tx, { companyId, invoiceId });
  }
  if (paid.paidCents === paid.totalCents) await finishAutoPay(tx, { companyId, invoiceId });
  return booked.attempt;
}

async function declined(tx: Tx, deps: Deps, { attempt, invoice }: OnInvoice): Promise<Attempt> {
  const { companyId, id: invoiceId } = invoice;
  const status = await statusAfterPayment(tx, deps, { attempt, invoice, isReceived: false });
  await updateInvoice(tx, { companyId, invoiceId }, status);
  if (attempt.occurrenceOf) await onDecline(tx, deps, attempt);
  return attempt;
}

/** Principal and fee both go back, and the invoice reopens. */
async function returned(tx: Tx, deps: Deps, { attempt, invoice }: OnInvoice): Promise<Attempt> {
  const { companyId, id: invoiceId } = invoice;
  await bookReturn(tx, deps, attempt);
  const principalCents = subtractCents(attempt.amountCents, attempt.creditCents);
  const change = { paidCents: subtractCents(invoice.paidCents, principalCents) };
  const owing = await updateInvoice(tx, { companyId, invoiceId }, change);
  const status = await statusAfterReturn(tx, deps, { attempt, invoice: owing });
  await updateInvoice(tx, { companyId, invoiceId }, status);
  await onReturn(tx, deps, attempt);
  return attempt;
}
