/**
 * Credit notes and the customer's credit (R90). A note reduces what an invoice owes, and the part that exceeds the
 * balance becomes the customer's credit, which the company applies to other invoices or pays out. No money moves
 * until it is paid out. Every decision is made under the lock of the invoice, from facts read after it.
 */
import type { AttemptId } from '@quittance/contract/ids';
import type { InvoiceLine } from '@quittance/contract/invoices/provider-schemas';
import { addCents, type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { leftToGiveBack } from '@quittance/domain/billing/entitlement';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { invariant } from '@quittance/domain/invariant';
import { postingsForCredit, postingsForCreditNote } from '@quittance/domain/postings';
import { refuseClosed } from '../../arrangements/payable-now.ts';
import { changeCredit } from '../../customers/store.ts';
import {
  finishAutoPay,
  type InvoiceChange,
  lockInvoice,
  updateInvoice,
} from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Attempt, findManualAttempt } from '../../ledger/attempts.ts';
import { findNoteNumber, listUnusedNotes, lockNumbers } from '../../ledger/credit-notes.ts';
import { lockUnused, sumCredit, useCredit } from '../../ledger/customer-credit.ts';
import { listHolds } from '../../ledger/holds.ts';
import { hasOpenIntentOn } from '../../ledger/intents.ts';
import { appendPostings } from '../../ledger/postings.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CustomerKey, InvoiceKey } from '../../platform/database/keys.ts';
import { finishSchedule, recordEvent } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { reopenedStatus } from '../core/invoice-status-after.ts';
import { balanceAfter } from './compensate.ts';
import { insertCompensation } from './compensation.ts';
import { announcePaid, owedOn } from './settle-invoice.ts';
import { repostUncollectible } from './uncollectible.ts';

type FreeInvoice = { invoice: InvoiceRow; isArranged: boolean };

/** A payment under way, and an intent that a payer may still confirm, were computed from the old balance. */
async function readHolds(tx: Tx, key: InvoiceKey) {
  const { companyId, invoiceId } = key;
  const found = await listHolds(tx, { companyId, invoiceIds: [invoiceId], except: null });
  const holds = found.get(invoiceId);
  invariant(holds, 'a locked invoice has its holds');
  const isBeingPaid = holds.isBeingPaid || (await hasOpenIntentOn(tx, key));
  return { isBeingPaid, isArranged: holds.hasPlan || holds.hasSchedule };
}

export async function lockFree(tx: Tx, key: InvoiceKey): Promise<FreeInvoice> {
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  if (invoice.status === 'DRAFT') throw new AppError('ACCOUNT_NOT_PAYABLE');
  const { isBeingPaid, isArranged } = await readHolds(tx, key);
  if (isBeingPaid) throw new AppError('ACCOUNT_IS_PROCESSING');
  return { invoice, isArranged };
}

/** An invoice that is closed without money ends its plan, schedule and planned charge, as if it was paid. */
export async function settleWithoutMoney(
  tx: Tx,
  deps: Deps,
  { invoice, change }: { invoice: InvoiceRow; change: InvoiceChange },
): Promise<void> {
  const { companyId, id: invoiceId } = invoice;
  const key = { companyId, invoiceId };
  const updatedAt = deps.clock.now();
  const settled = await updateInvoice(tx, key, { ...change, updatedAt });
  const status = await reopenedStatus(tx, deps, settled);
  const after = await updateInvoice(tx, key, { ...status, updatedAt });
  if (after.paidCents === after.totalCents) {
    finishSchedule(tx, { ...key, at: updatedAt });
    await finishAutoPay(tx, key);
  }
  announcePaid(tx, deps, { before: invoice, after });
  await repostUncollectible(tx, deps, invoice);
}

/** A note does not count toward an offered amount, so the payer still pays that amount, or the smaller balance. */
function creditedBy({ paidCents, creditedCents, negotiation }: InvoiceRow, settledCents: Cents) {
  const paidBeforeCents = negotiation && addCents(negotiation.paidBeforeCents, settledCents);
  return {
    paidCents: addCents(paidCents, settledCents),
    creditedCents: addCents(creditedCents, settledCents),
    ...(negotiation && paidBeforeCents !== null
      ? { negotiation: { ...negotiation, paidBeforeCents } }
      : {}),
  };
}

export type NewCreditNote = InvoiceKey & {
  amountCents: Cents;
  reason: string;
  /** The next number of the company if it is not given. */
  number?: string | undefined;
  lines?: readonly InvoiceLine[];
};

export async function writeCreditNote(tx: Tx, deps: Deps, note: NewCreditNote): Promise<Attempt> {
  const { companyId, invoiceId, amountCents, reason, lines = [] } = note;
  const { invoice, isArranged } = await lockFree(tx, note);
  const { customerId } = invoice;
  if (amountCents > leftToGiveBack(invoice)) throw new AppError('CREDIT_NOTE_TOO_LARGE');
  const owedCents = owedOn(invoice);
  const settledCents = minCents(amountCents, owedCents);
  // The payer agreed to the rest of an arrangement: it stays as it is, or ends as a whole.
  if (isArranged && settledCents < owedCents) throw new AppError('INVOICE_IS_ARRANGED');
  await lockNumbers(tx, companyId);
  const reference = note.number ?? (await findNoteNumber(tx, companyId));
  if (await findManualAttempt(tx, { companyId, method: 'CREDIT_NOTE', reference })) {
    throw new AppError('CREDIT_NOTE_NUMBER_ALREADY_USED');
  }
  const creditCents = subtractCents(amountCents, settledCents);
  const creditedLines = lines.length === 0 ? null : lines;
  const columns = { amountCents, creditCents, reference, note: reason, creditedLines };
  const written = await insertCompensation(tx, deps, {
    invoice,
    method: 'CREDIT_NOTE',
    ...columns,
  });
  const at = deps.clock.now();
  const entries = postingsForCreditNote({ invoiceId, customerId, settledCents, creditCents });
  await appendPostings(tx, { attempt: written, at }, entries);
  const notedCents = addCents(invoice.notedCents, amountCents);
  if (settledCents > 0) {
    const change = { ...creditedBy(invoice, settledCents), notedCents };
    await settleWithoutMoney(tx, deps, { invoice, change });
  } else {
    await updateInvoice(tx, note, { notedCents, updatedAt: at });
  }
  const owner = { companyId, customerId };
  if (creditCents > 0) await changeCredit(tx, owner, { addedCents: creditCents, at });
  recordEvent(tx, { companyId, type: 'credit_note.issued', objectId: written.id, at });
  return written;
}

type Applied = {
  invoice: InvoiceRow;
  amountCents: Cents;
  /** The notes and payments whose credit is used. The customer's oldest credit if not given. */
  sourceIds?: readonly AttemptId[] | undefined;
};

/** Uses credit to settle an amount on the invoice, which the caller changes. */
export async function writeApplied(
  tx: Tx,
  deps: Deps,
  { invoice, amountCents, sourceIds }: Applied,
): Promise<Attempt> {
  const { companyId, id: invoiceId, customerId } = invoice;
  const columns = { amountCents, creditCents: ZERO, reference: null, note: null };
  const attempt = await insertCompensation(tx, deps, { invoice, method: 'CREDIT', ...columns });
  const at = deps.clock.now();
  const user = { attemptId: attempt.id };
  const of = sourceIds ? { sourceIds } : {};
  await useCredit(tx, deps, { companyId, customerId, user, amountCents, at, ...of });
  const entries = postingsForCredit({ invoiceId, customerId, amountCents });
  await appendPostings(tx, { attempt, at }, entries);
  recordEvent(tx, { companyId, type: 'credit.applied', objectId: attempt.id, at });
  return attempt;
}

/** Credit pays like money that the company recorded: toward an offer too. */
async function pay(tx: Tx, deps: Deps, applied: Applied): Promise<Attempt> {
  const { invoice, amountCents } = applied;
  const attempt = await writeApplied(tx, deps, applied);
  const { paidCents, creditedCents } = creditedBy({ ...invoice, negotiation: null }, amountCents);
  const change = await balanceAfter(tx, deps, { attempt, invoice, paidCents });
  await settleWithoutMoney(tx, deps, { invoice, change: { ...change, creditedCents } });
  return attempt;
}

export type AppliedCredit = CustomerKey & InvoiceKey & { amountCents: Cents };

/** An arrangement is paid only as a whole. */
export async function applyCredit(tx: Tx, deps: Deps, applied: AppliedCredit): Promise<Attempt> {
  const { customerId, amountCents } = applied;
  const { invoice, isArranged } = await lockFree(tx, applied);
  if (invoice.customerId !== customerId) throw new AppError('ACCOUNT_NOT_FOUND');
  refuseClosed(invoice);
  if (invoice.status === 'DISPUTED') throw new AppError('ACCOUNT_NOT_PAYABLE');
  const owedCents = payableAmount(invoice);
  if (amountCents > owedCents) throw new AppError('AMOUNT_CHANGED');
  if (isArranged && amountCents < owedCents) throw new AppError('INVOICE_IS_ARRANGED');
  return pay(tx, deps, { invoice, amountCents });
}

const OWING: readonly InvoiceStatus[] = ['DUE', 'IN_COLLECTION', 'DEFAULTED'];

/**
 * After a return: the customer does not owe what notes of the invoice called off, as long as the credit that they gave
 * is unused. Credit of other invoices is left alone. The invoice must be locked. If something else holds it, the
 * company decides.
 */
export async function settleByOwnCredit(tx: Tx, deps: Deps, key: InvoiceKey): Promise<void> {
  const { companyId, invoiceId } = key;
  const invoice = await lockInvoice(tx, key);
  if (!invoice || !OWING.includes(invoice.status)) return;
  const notes = await listUnusedNotes(tx, { companyId, invoiceIds: [invoiceId] });
  if (notes.length === 0) return;
  const { isBeingPaid, isArranged } = await readHolds(tx, key);
  if (isBeingPaid || isArranged) return;
  const sourceIds = notes.map(({ id }) => id);
  // Another invoice may have used the credit since it was read.
  const unused = await lockUnused(tx, invoice, sourceIds);
  const amountCents = minCents(sumCredit(unused), payableAmount(invoice));
  if (amountCents > 0) await pay(tx, deps, { invoice, amountCents, sourceIds });
}
