/**
 * Voids an invoice on which something was paid (ADR 0130): a credit note takes back everything that was billed, and
 * the credit that it gives is refunded to the payments of the invoice. What was paid without a processor, or by a
 * payment of which a dispute was lost, stays the customer's credit.
 */
import type { InvoiceId } from '@quittance/contract/ids';
import { minCents, subtractCents } from '@quittance/contract/money';
import type { InvoiceVoid } from '@quittance/contract/payments/credit-schemas';
import type { Refund } from '@quittance/contract/payments/refund-schemas';
import { lockInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Attempt } from '../ledger/attempts.ts';
import { lockPaymentsOn } from '../ledger/payments-of-invoice.ts';
import { isOpenRefund, loadRefunds } from '../ledger/refunds.ts';
import { type Actor, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { createCreditNote } from './credit-notes.ts';
import { findLeftForCredit, orderRefund } from './refunds/order-refund.ts';
import { findCreditable } from './settlement/settle-credit.ts';

/** A dispute decides about the money itself, and an open refund changes what is left of the payment. */
async function refuseUnlessIdle(tx: Tx, payments: readonly Attempt[]): Promise<void> {
  for (const { companyId, id: attemptId, disputeState } of payments) {
    if (disputeState === 'OPEN') throw new AppError('PAYMENT_NOT_REFUNDABLE');
    const refunds = await loadRefunds(tx, { companyId, attemptId });
    if (refunds.some(isOpenRefund)) throw new AppError('ACCOUNT_IS_PROCESSING');
  }
}

type Voiding = { actor: Actor; invoiceId: InvoiceId; reason: string };

export async function voidWithRefund(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, reason }: Voiding,
): Promise<InvoiceVoid> {
  const { companyId } = actor;
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  // Payments are locked before the note locks the customer, as by every refund.
  const payments = await lockPaymentsOn(tx, { companyId, invoiceId });
  await refuseUnlessIdle(tx, payments);
  const amount = await findCreditable(tx, invoice);
  if (invoice.paidCents === 0 || amount < 1) throw new AppError('INVOICE_NOT_CHANGEABLE');
  const creditNote = await createCreditNote(tx, deps, {
    actor,
    invoiceId,
    input: { amount, reason },
  });
  let { credit } = creditNote;
  const refunds: Refund[] = [];
  for (const payment of payments) {
    const named = payment.purpose === 'INVOICES' ? { invoiceId } : {};
    const part = minCents(credit, await findLeftForCredit(tx, payment, invoiceId));
    if (part < 1) continue;
    const input = { amount: part, ...named, isFromCredit: true, reason };
    refunds.push(await orderRefund(tx, deps, { actor, attemptId: payment.id, input }));
    credit = subtractCents(credit, part);
  }
  const refundIds = refunds.map(({ id }) => id);
  const detail = { creditNoteId: creditNote.id, refundIds, creditCents: credit, reason };
  const subject = `invoice:${invoiceId}`;
  await recordAction(tx, deps, { actor, action: 'invoice.voided', subject, detail });
  return { id: invoiceId, creditNote, refunds, credit };
}
