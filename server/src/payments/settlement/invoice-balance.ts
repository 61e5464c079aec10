/** The balance and status of an invoice after a payment on it, or on its plan, succeeds or returns. */
import { addCents, type Cents, subtractCents } from '@quittance/contract/money';
import { receivable } from '@quittance/domain/postings';
import type { Deps } from '../../deps.ts';
import { type InvoiceRow, updateInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { balanceAfter } from './compensate.ts';
import { statusAfterPayment, statusAfterReturn } from './invoice-status-after.ts';
import { postReturn, postSuccess, principalCents } from './ledger.ts';

export type OnInvoice = { attempt: Attempt; invoice: InvoiceRow };

/** Both rows after the payment; `payableCents` is the most it may pay on the invoice. */
export async function creditInvoice(
  tx: Tx,
  deps: Deps,
  { attempt, invoice, payableCents }: OnInvoice & { payableCents: Cents },
): Promise<OnInvoice> {
  const { companyId, id: invoiceId } = invoice;
  const key = { companyId, invoiceId };
  const receivables = [{ account: receivable(invoiceId), amountCents: payableCents }];
  const posted = await postSuccess(tx, deps, { attempt, receivables });
  const paidCents = addCents(invoice.paidCents, ...posted.paid.map((part) => part.amountCents));
  const change = await balanceAfter(tx, deps, { attempt: posted.attempt, invoice, paidCents });
  const paid = await updateInvoice(tx, key, change);
  const after = { attempt: posted.attempt, invoice: paid, isReceived: true };
  await updateInvoice(tx, key, await statusAfterPayment(tx, deps, after));
  return { attempt: posted.attempt, invoice: paid };
}

/** Reverses principal and fee; a paid invoice reopens. */
export async function reverseOnInvoice(
  tx: Tx,
  deps: Deps,
  { attempt, invoice }: OnInvoice,
): Promise<void> {
  const { companyId, id: invoiceId } = invoice;
  const key = { companyId, invoiceId };
  await postReturn(tx, deps, attempt);
  const paidCents = subtractCents(invoice.paidCents, principalCents(attempt));
  const owing = await updateInvoice(tx, key, { paidCents });
  await updateInvoice(tx, key, await statusAfterReturn(tx, deps, { attempt, invoice: owing }));
}
