/**
 * Applies a payment event to its invoice: balance, status, and its scheduled and auto-pay charges.
 * Called under the locks of settle(); settle-plan.ts handles installments.
 */
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { receivable } from '@quittance/domain/ledger-accounts';
import type { Part } from '@quittance/domain/postings';
import { changeInvoice, finishAutoPay, updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { finishSchedule, recordEvent } from '../../platform/events/record-event.ts';
import { endLinksOfPaid } from '../../requests/create-link.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import {
  type AfterEvent,
  statusAfterPayment,
  statusAfterReturn,
} from '../core/invoice-status-after.ts';
import { onDecline } from '../dunning/on-decline.ts';
import { onReturn } from '../dunning/on-return.ts';
import { balanceAfter, balanceAfterReturn } from './compensate.ts';
import { postReturn, postSuccess, type Settlement } from './ledger.ts';

export const settleInvoice: Settlement<HeldInvoice> = {
  succeeded,
  declined,
  returned,
};

async function succeeded(tx: Tx, deps: Deps, on: OnInvoice): Promise<Attempt> {
  const { attempt, invoice } = on;
  const { companyId, id: invoiceId } = invoice;
  const payableCents = owedOn(invoice);
  const credited = await creditInvoice(tx, deps, { ...on, payableCents });
  const { paidCents, totalCents } = credited.invoice;
  if (paidCents === totalCents || attempt.scheduleId) {
    finishSchedule(tx, { companyId, invoiceId, at: deps.clock.now() });
  }
  if (paidCents === totalCents) await finishAutoPay(tx, { companyId, invoiceId });
  return credited.attempt;
}

async function declined(tx: Tx, deps: Deps, on: OnInvoice): Promise<Attempt> {
  const { attempt, invoice } = on;
  const { companyId, id: invoiceId } = invoice;
  const status = await statusAfterPayment(tx, deps, { ...on, isReceived: false });
  const change = { ...status, updatedAt: deps.clock.now() };
  await updateInvoice(tx, { companyId, invoiceId }, change);
  if (attempt.occurrenceOf) await onDecline(tx, deps, attempt);
  return attempt;
}

async function returned(tx: Tx, deps: Deps, paid: OnInvoice): Promise<Attempt> {
  const reversed = await postReturn(tx, deps, paid.attempt);
  await reverseOnInvoice(tx, deps, { ...paid, reversed });
  await onReturn(tx, deps, paid.attempt);
  return paid.attempt;
}

/** `holds` is set if they were read together with the lock of the invoice. */
export type HeldInvoice = { invoice: InvoiceRow } & Pick<AfterEvent, 'holds' | 'installments'>;

export type OnInvoice = HeldInvoice & { attempt: Attempt };

/** Nothing is owed on a voided invoice. Money that arrives late becomes customer credit and is refunded. */
export function owedOn({ totalCents, paidCents, voidedAt }: InvoiceRow): Cents {
  return voidedAt === null ? subtractCents(totalCents, paidCents) : ZERO;
}

const isPaidUp = ({ paidCents, totalCents }: InvoiceRow) => paidCents === totalCents;

export function eventsAfterPayment({ before, after }: Balances): EventType[] {
  const isAccepted = after.negotiation?.isApplied && !before.negotiation?.isApplied;
  const paid: EventType = isPaidUp(after) ? 'invoice.paid' : 'invoice.reopened';
  return [
    ...(isAccepted ? (['invoice.offer_accepted'] as const) : []),
    ...(isPaidUp(before) === isPaidUp(after) ? [] : [paid]),
  ];
}

type Balances = { before: InvoiceRow; after: InvoiceRow };

export function announcePaid(tx: Tx, deps: Deps, balances: Balances): void {
  const { companyId, id: objectId } = balances.after;
  for (const type of eventsAfterPayment(balances)) {
    recordEvent(tx, { companyId, objectId, type, at: deps.clock.now() });
    if (type === 'invoice.paid') endLinksOfPaid(tx, deps, { companyId, invoiceIds: [objectId] });
  }
}

export async function creditInvoice(
  tx: Tx,
  deps: Deps,
  { payableCents, ...on }: OnInvoice & { payableCents: Cents },
): Promise<OnInvoice> {
  const { attempt, invoice } = on;
  const { id: invoiceId } = invoice;
  const receivables = [{ account: receivable(invoiceId), amountCents: payableCents }];
  const posted = await postSuccess(tx, deps, { attempt, receivables });
  const paidCents = addCents(invoice.paidCents, ...posted.paid.map((part) => part.amountCents));
  const change = await balanceAfter(tx, deps, { attempt: posted.attempt, invoice, paidCents });
  const paying = { attempt: posted.attempt, invoice: { ...invoice, ...change } };
  const after = { ...on, ...paying, isReceived: true };
  const status = await statusAfterPayment(tx, deps, after);
  const updatedAt = deps.clock.now();
  const paid = changeInvoice(tx, invoice, { ...change, ...status, updatedAt });
  announcePaid(tx, deps, { before: invoice, after: paid });
  return { attempt: posted.attempt, invoice: paid };
}

export function reversedOn({ id }: InvoiceRow, reversed: readonly Part[]): Cents {
  const own = reversed.filter(({ account }) => account === receivable(id));
  return addCents(...own.map(({ amountCents }) => amountCents));
}

export async function reverseOnInvoice(
  tx: Tx,
  deps: Deps,
  { attempt, invoice, reversed }: OnInvoice & { reversed: readonly Part[] },
): Promise<void> {
  const key = { companyId: invoice.companyId, invoiceId: invoice.id };
  const reversedCents = reversedOn(invoice, reversed);
  const change = await balanceAfterReturn(tx, deps, { attempt, invoice, reversedCents });
  const updatedAt = deps.clock.now();
  const owing = await updateInvoice(tx, key, { ...change, updatedAt });
  const status = await statusAfterReturn(tx, deps, { attempt, invoice: owing });
  await updateInvoice(tx, key, { ...status, updatedAt });
  announcePaid(tx, deps, { before: invoice, after: owing });
}
