/**
 * Voids an invoice on which something was paid (ADR 0130): a credit note takes back everything that was billed, and
 * the credit that the notes of the invoice gave is refunded to its payments. What was paid without a processor, or by
 * a payment of which a dispute was lost, stays the customer's credit.
 */
import type { InvoiceId } from '@quittance/contract/ids';
import { addCents } from '@quittance/contract/money';
import type { InvoiceVoid } from '@quittance/contract/payments/credit-schemas';
import type { Refund } from '@quittance/contract/payments/refund-schemas';
import { leftToGiveBack } from '@quittance/domain/billing/entitlement';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Attempt, lockAttempt } from '../ledger/attempts.ts';
import { listStandingNotes, listUnusedNotes } from '../ledger/credit-notes.ts';
import { lockCredit, refusePaidOthers } from '../ledger/customer-credit.ts';
import { lockPaidTogether, lockPaymentsOn } from '../ledger/payments-of-invoice.ts';
import { isOpenRefund, loadRefunds } from '../ledger/refunds.ts';
import { type Actor, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { createCreditNote } from './credit-notes.ts';
import { orderRefund, planRefund } from './refunds/order-refund.ts';

/** A dispute decides about the money itself, and an open refund changes what is left of the payment. */
async function refuseUnlessIdle(tx: Tx, payments: readonly Attempt[]): Promise<void> {
  for (const { companyId, id: attemptId, disputeState } of payments) {
    if (disputeState === 'OPEN') throw new AppError('PAYMENT_NOT_REFUNDABLE');
    const refunds = await loadRefunds(tx, { companyId, attemptId });
    if (refunds.some(isOpenRefund)) throw new AppError('ACCOUNT_IS_PROCESSING');
  }
}

type Voiding = {
  actor: Actor;
  invoiceId: InvoiceId;
  reason: string;
  keepsFee?: boolean | undefined;
};

/** Refunds what is left of the payments on the invoice, up to the unused credit of its notes. */
async function refundPayments(
  tx: Tx,
  deps: Deps,
  {
    payments,
    voiding: { actor, invoiceId, reason, keepsFee = false },
  }: { payments: readonly Attempt[]; voiding: Voiding },
): Promise<Refund[]> {
  const refunds: Refund[] = [];
  for (const { id: attemptId, purpose, disputeState } of payments) {
    if (disputeState === 'LOST') continue;
    const named = purpose === 'INVOICES' ? { invoiceId } : {};
    const question = { credit: 'PAY_OUT', keepsFee, ...named } as const;
    const payment = await lockAttempt(tx, { companyId: actor.companyId, attemptId });
    invariant(payment, 'attempts are never deleted');
    const { amountCents: amount, creditCents } = await planRefund(tx, payment, question);
    if (creditCents === 0) continue;
    const input = { ...question, amount, isAgain: true, reason };
    refunds.push(await orderRefund(tx, deps, { actor, attemptId, input }));
  }
  return refunds;
}

export async function voidWithRefund(tx: Tx, deps: Deps, voiding: Voiding): Promise<InvoiceVoid> {
  const { actor, invoiceId, reason } = voiding;
  const { companyId } = actor;
  const invoice = await lockPaidTogether(tx, { companyId, invoiceId });
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  // Payments and credit are locked before the note locks the customer, as by every refund.
  const payments = await lockPaymentsOn(tx, { companyId, invoiceId });
  await lockCredit(tx, invoice);
  await refuseUnlessIdle(tx, payments);
  await refusePaidOthers(tx, await listStandingNotes(tx, { companyId, invoiceId }));
  const amount = leftToGiveBack(invoice);
  if (invoice.paidCents === 0 || amount < 1) throw new AppError('INVOICE_NOT_CHANGEABLE');
  const input = { amount, reason };
  const creditNote = await createCreditNote(tx, deps, { actor, invoiceId, input });
  const refunds = await refundPayments(tx, deps, { payments, voiding });
  const unused = await listUnusedNotes(tx, { companyId, invoiceIds: [invoiceId] });
  const credit = addCents(...unused.map(({ amountCents }) => amountCents));
  const refundIds = refunds.map(({ id }) => id);
  const detail = { creditNoteId: creditNote.id, refundIds, creditCents: credit, reason };
  const subject = `invoice:${invoiceId}`;
  await recordAction(tx, deps, { actor, action: 'invoice.voided', subject, detail });
  return { id: invoiceId, creditNote, refunds, credit };
}
