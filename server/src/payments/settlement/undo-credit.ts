/**
 * Takes back credit notes and applied credit (R115). A note is voided as a whole, while nothing has used its credit.
 * Both post the reverse of what was posted; what they had settled is owed again.
 */
import type { AttemptId } from '@quittance/contract/ids';
import { subtractCents, ZERO } from '@quittance/contract/money';
import { changeCredit } from '../../customers/store.ts';
import { lockInvoice, updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Attempt, type AttemptKey, findAttempt, lockAttempt } from '../../ledger/attempts.ts';
import { listStandingNotes } from '../../ledger/credit-notes.ts';
import { giveCreditBack, refusePaidOthers, refuseUsed } from '../../ledger/customer-credit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceKey } from '../../platform/database/keys.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { reopenedStatus } from '../core/invoice-status-after.ts';
import { balanceAfterReturn } from './compensate.ts';
import { reverseCompensation } from './compensation.ts';
import { lockFree } from './settle-credit.ts';
import { announcePaid } from './settle-invoice.ts';
import { repostUncollectible } from './uncollectible.ts';

type Undone = { invoice: InvoiceRow; isArranged: boolean; attempt: Attempt };

/** Locks the invoice, then the note or the applied credit, which must still stand. */
async function lockStanding(
  tx: Tx,
  key: AttemptKey & { method: 'CREDIT_NOTE' | 'CREDIT' },
): Promise<Undone> {
  const found = await findAttempt(tx, key);
  if (!found?.invoiceId || found.method !== key.method) throw new AppError('NOT_FOUND');
  const { companyId, invoiceId } = found;
  const { invoice, isArranged } = await lockFree(tx, { companyId, invoiceId });
  const attempt = await lockAttempt(tx, key);
  if (attempt?.state !== 'SUCCEEDED') throw new AppError('CREDIT_ALREADY_UNDONE');
  return { invoice, isArranged, attempt };
}

/** The invoice has its new amounts, and gets the status that follows from them. */
async function reopen(
  tx: Tx,
  deps: Deps,
  { before, after }: { before: InvoiceRow; after: InvoiceRow },
): Promise<void> {
  const key = { companyId: after.companyId, invoiceId: after.id };
  const status = await reopenedStatus(tx, deps, after);
  await updateInvoice(tx, key, { ...status, updatedAt: deps.clock.now() });
  announcePaid(tx, deps, { before, after });
  await repostUncollectible(tx, deps, after);
}

async function takeBack(tx: Tx, deps: Deps, { invoice, attempt: note }: Undone): Promise<void> {
  const { companyId, id: invoiceId, customerId, negotiation } = invoice;
  const { amountCents, creditCents } = note;
  const at = deps.clock.now();
  await reverseCompensation(tx, deps, note);
  const addedCents = subtractCents(ZERO, creditCents);
  if (creditCents > 0) await changeCredit(tx, { companyId, customerId }, { addedCents, at });
  const settledCents = subtractCents(amountCents, creditCents);
  const paidBeforeCents = negotiation && subtractCents(negotiation.paidBeforeCents, settledCents);
  const after = await updateInvoice(
    tx,
    { companyId, invoiceId },
    {
      paidCents: subtractCents(invoice.paidCents, settledCents),
      creditedCents: subtractCents(invoice.creditedCents, settledCents),
      notedCents: subtractCents(invoice.notedCents, amountCents),
      ...(negotiation && paidBeforeCents !== null
        ? { negotiation: { ...negotiation, paidBeforeCents } }
        : {}),
      updatedAt: at,
    },
  );
  if (settledCents > 0) await reopen(tx, deps, { before: invoice, after });
  recordEvent(tx, { companyId, type: 'credit_note.voided', objectId: note.id, at });
}

/** An arrangement was made for the balance that the note left. */
export async function voidCreditNote(tx: Tx, deps: Deps, key: AttemptKey): Promise<Attempt> {
  const undone = await lockStanding(tx, { ...key, method: 'CREDIT_NOTE' });
  const { attempt: note, isArranged } = undone;
  await refuseUsed(tx, [note], 'invoice');
  if (isArranged && note.amountCents > note.creditCents) throw new AppError('INVOICE_IS_ARRANGED');
  await takeBack(tx, deps, undone);
  return { ...note, state: 'RETURNED' };
}

/**
 * Before an invoice is voided or reduced: takes back its notes, all of whose credit must be unused (R114). Returns
 * the notes. An invoice on which something was paid keeps them, and is neither voided nor reduced.
 */
export async function takeBackNotes(tx: Tx, deps: Deps, key: InvoiceKey): Promise<AttemptId[]> {
  const invoice = await lockInvoice(tx, key);
  if (!invoice || invoice.notedCents === 0) return [];
  const notes = await listStandingNotes(tx, key);
  if (invoice.paidCents > 0) {
    await refusePaidOthers(tx, notes);
    return [];
  }
  await refuseUsed(tx, notes, 'invoice');
  for (const { companyId, id: attemptId } of notes) {
    await voidCreditNote(tx, deps, { companyId, attemptId });
  }
  return notes.map(({ id }) => id);
}

/** The customer has the credit again, and the invoice owes what it had paid. */
export async function undoAppliedCredit(tx: Tx, deps: Deps, key: AttemptKey): Promise<Attempt> {
  const undone = await lockStanding(tx, { ...key, method: 'CREDIT' });
  const { invoice, isArranged, attempt } = undone;
  const { companyId, id: invoiceId, customerId } = invoice;
  if (isArranged) throw new AppError('INVOICE_IS_ARRANGED');
  if (invoice.status === 'DISPUTED' || invoice.writtenOffAt !== null) {
    throw new AppError('INVOICE_NOT_CHANGEABLE');
  }
  const { id: attemptId, amountCents: reversedCents } = attempt;
  const updatedAt = deps.clock.now();
  await reverseCompensation(tx, deps, attempt);
  const creditedCents = subtractCents(invoice.creditedCents, reversedCents);
  const change = await balanceAfterReturn(tx, deps, { attempt, invoice, reversedCents });
  const owing = { ...change, creditedCents, updatedAt };
  const after = await updateInvoice(tx, { companyId, invoiceId }, owing);
  await giveCreditBack(tx, { companyId, customerId, user: { attemptId }, at: updatedAt });
  await reopen(tx, deps, { before: invoice, after });
  recordEvent(tx, { companyId, type: 'credit.undone', objectId: attemptId, at: updatedAt });
  return { ...attempt, state: 'RETURNED' };
}
