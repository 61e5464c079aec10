/**
 * What a payment's event does to its invoice: balance, status, and its scheduled and auto-pay charges.
 * Called by settle() alone, under its locks; settle-plan.ts handles installments.
 */

import { finishAutoPay, updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { finishSchedule } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { statusAfterPayment } from '../core/invoice-status-after.ts';
import { onDecline } from '../dunning/on-decline.ts';
import { onReturn } from '../dunning/on-return.ts';
import { creditInvoice, type OnInvoice, owedOn, reverseOnInvoice } from './invoice-balance.ts';
import { postReturn, type Settlement } from './ledger.ts';

export const settleInvoice: Settlement<{ invoice: InvoiceRow }> = {
  succeeded,
  declined,
  returned,
};

async function succeeded(tx: Tx, deps: Deps, { attempt, invoice }: OnInvoice): Promise<Attempt> {
  const { companyId, id: invoiceId } = invoice;
  const payableCents = owedOn(invoice);
  const credited = await creditInvoice(tx, deps, { attempt, invoice, payableCents });
  const { paidCents, totalCents } = credited.invoice;
  if (paidCents === totalCents || attempt.scheduleId) {
    finishSchedule(tx, { companyId, invoiceId, at: deps.clock.now() });
  }
  if (paidCents === totalCents) await finishAutoPay(tx, { companyId, invoiceId });
  return credited.attempt;
}

async function declined(tx: Tx, deps: Deps, { attempt, invoice }: OnInvoice): Promise<Attempt> {
  const { companyId, id: invoiceId } = invoice;
  const status = await statusAfterPayment(tx, deps, { attempt, invoice, isReceived: false });
  await updateInvoice(tx, { companyId, invoiceId }, status);
  if (attempt.occurrenceOf) await onDecline(tx, deps, attempt);
  return attempt;
}

async function returned(tx: Tx, deps: Deps, paid: OnInvoice): Promise<Attempt> {
  const reversed = await postReturn(tx, deps, paid.attempt);
  await reverseOnInvoice(tx, deps, { ...paid, reversed });
  await onReturn(tx, deps, paid.attempt);
  return paid.attempt;
}
