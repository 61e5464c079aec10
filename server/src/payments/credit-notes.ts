/** Credit notes and the customer's credit, as the company issues, lists, prints and uses them (R90). */
import { formatDate, formatMoney } from '@quittance/contract/format';
import type { AttemptId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import { dateIn } from '@quittance/contract/local-time';
import { addCents, type Cents, REQUEST_CENTS_MAX, subtractCents } from '@quittance/contract/money';
import type {
  CreditNote,
  CreditPayout,
  CreditUse,
  CustomerCredit,
  NewCreditNote,
} from '@quittance/contract/payments/credit-schemas';
import { lineAmount, sumOfLines } from '@quittance/domain/billing/invoice-lines';
import { invariant } from '@quittance/domain/invariant';
import { companyHead } from '../companies/company-head.ts';
import { findLogo } from '../companies/logos/logo-rows.ts';
import { findCompany } from '../companies/store.ts';
import { findCustomer } from '../customers/store.ts';
import { notTheSum, outOfRange } from '../invoices/issue-invoice.ts';
import type { InvoiceDocument } from '../invoices/pdf/draw-invoice.ts';
import { toRecipient } from '../invoices/pdf/invoice-text.ts';
import { findInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, invalidField } from '../kernel/errors.ts';
import type { Attempt, AttemptKey } from '../ledger/attempts.ts';
import { findNote, listNotes } from '../ledger/credit-notes.ts';
import { type Actor, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import type { InvoiceKey } from '../platform/database/keys.ts';
import type { SendLater } from '../platform/http/send-file.ts';
import { sendDrawn } from '../platform/pdf/draw-document.ts';
import { documentTexts, documentWordsFor } from '../texts/catalogs.ts';
import { payOutCredit } from './settlement/pay-out-credit.ts';
import { applyCredit, writeCreditNote } from './settlement/settle-credit.ts';
import { undoAppliedCredit, voidCreditNote } from './settlement/undo-credit.ts';

function show(note: Attempt): CreditNote {
  const { id, reference, customerId, invoiceId, amountCents, creditCents, createdAt } = note;
  const isVoided = note.state === 'RETURNED';
  invariant(invoiceId && reference !== null, 'a credit note has its invoice and its number');
  const settled = subtractCents(amountCents, creditCents);
  const amounts = { amount: amountCents, settled, credit: creditCents };
  return {
    id,
    number: reference,
    customerId,
    invoiceId,
    ...amounts,
    reason: note.note ?? '',
    lines: [...(note.creditedLines ?? [])],
    used: note.creditUsedCents,
    isVoided,
    createdAt,
  };
}

/** As for an invoice: lines or an amount, and an amount beside lines is their sum. */
function computeNoted({ amount, lines = [] }: NewCreditNote): Cents {
  if (lines.length === 0) {
    if (amount === undefined) throw invalidField('amount', 'Name the amount, or lines.');
    return amount;
  }
  const { totalCents } = sumOfLines(lines);
  if (totalCents < 1 || totalCents > REQUEST_CENTS_MAX) throw outOfRange(totalCents);
  if (amount !== undefined && amount !== totalCents) throw notTheSum('amount', totalCents);
  return totalCents;
}

export async function createCreditNote(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, input }: { actor: Actor; invoiceId: InvoiceId; input: NewCreditNote },
): Promise<CreditNote> {
  const { reason, number, lines: given = [] } = input;
  const { companyId } = actor;
  const amountCents = computeNoted(input);
  const lines = given.map((line) => ({ ...line, amount: lineAmount(line) }));
  const note = await writeCreditNote(tx, deps, {
    companyId,
    invoiceId,
    amountCents,
    reason,
    number,
    lines,
  });
  const { id: creditNoteId, creditCents } = note;
  const subject = `invoice:${invoiceId}`;
  const detail = { creditNoteId, amountCents, creditCents, reason };
  await recordAction(tx, deps, { actor, action: 'credit_note.issued', subject, detail });
  return show(note);
}

type Undoing<Id extends object> = Id & { actor: Actor; reason: string };

export async function cancelCreditNote(
  tx: Tx,
  deps: Deps,
  { actor, creditNoteId: attemptId, reason }: Undoing<{ creditNoteId: AttemptId }>,
): Promise<CreditNote> {
  const { companyId } = actor;
  const note = await voidCreditNote(tx, deps, { companyId, attemptId });
  const subject = `invoice:${note.invoiceId}`;
  const detail = { creditNoteId: attemptId, reason };
  await recordAction(tx, deps, { actor, action: 'credit_note.voided', subject, detail });
  return show(note);
}

export async function undoCredit(
  tx: Tx,
  deps: Deps,
  { actor, paymentId: attemptId, reason }: Undoing<{ paymentId: AttemptId }>,
): Promise<CustomerCredit> {
  const { companyId } = actor;
  const applied = await undoAppliedCredit(tx, deps, { companyId, attemptId });
  const { customerId, invoiceId, amountCents } = applied;
  const subject = `invoice:${invoiceId}`;
  const detail = { customerId, amountCents, reason };
  await recordAction(tx, deps, { actor, action: 'credit.undone', subject, detail });
  return readCredit(tx, actor, customerId);
}

export async function listCreditNotes(tx: Tx, key: InvoiceKey) {
  if (!(await findInvoice(tx, key))) throw new AppError('ACCOUNT_NOT_FOUND');
  return { data: (await listNotes(tx, key)).map(show) };
}

type OfCustomer<Input> = { actor: Actor; customerId: CustomerId; input: Input };

async function readCredit(tx: Tx, { companyId }: Actor, id: CustomerId): Promise<CustomerCredit> {
  const customer = await findCustomer(tx, { companyId, customerId: id });
  if (!customer) throw new AppError('DEBTOR_NOT_FOUND');
  return { id, credit: customer.creditCents };
}

export async function useCredit(
  tx: Tx,
  deps: Deps,
  { actor, customerId, input: { invoiceId, amount: amountCents } }: OfCustomer<CreditUse>,
): Promise<CustomerCredit> {
  const { companyId } = actor;
  await readCredit(tx, actor, customerId);
  await applyCredit(tx, deps, { companyId, customerId, invoiceId, amountCents });
  const subject = `invoice:${invoiceId}`;
  const detail = { customerId, amountCents };
  await recordAction(tx, deps, { actor, action: 'credit.applied', subject, detail });
  return readCredit(tx, actor, customerId);
}

export async function payOut(
  tx: Tx,
  deps: Deps,
  { actor, customerId, input: { amount: amountCents, reason } }: OfCustomer<CreditPayout>,
): Promise<CustomerCredit> {
  const { companyId } = actor;
  await readCredit(tx, actor, customerId);
  await payOutCredit(tx, deps, { companyId, customerId, amountCents });
  const subject = `customer:${customerId}`;
  const detail = { amountCents, reason };
  await recordAction(tx, deps, { actor, action: 'credit.paid_out', subject, detail });
  return readCredit(tx, actor, customerId);
}

function toLines({ lines, reason, amount }: CreditNote): InvoiceDocument['lines'] {
  if (lines.length === 0) {
    const total = formatMoney(amount);
    return [{ text: reason, quantity: '1', unitPrice: total, tax: '', amount: total }];
  }
  return lines.map((line) => ({
    text: line.text,
    quantity: String(line.quantity),
    unitPrice: formatMoney(line.unitPrice),
    tax: line.tax === 0 ? '' : formatMoney(line.tax),
    amount: formatMoney(line.amount),
  }));
}

/** The document has the form of an invoice. Without lines, the reason is its only line. */
export async function readCreditNote(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  key: AttemptKey,
): Promise<InvoiceDocument | null> {
  const { companyId } = key;
  const row = await findNote(tx, key);
  if (!row) return null;
  const note = show(row);
  const company = await findCompany(tx, companyId);
  const invoice = await findInvoice(tx, { companyId, invoiceId: note.invoiceId });
  const customer = await findCustomer(tx, { companyId, customerId: note.customerId });
  invariant(company && invoice && customer, 'a credit note has its invoice and customer');
  const words = documentWordsFor(customer);
  const { documents, dates } = words;
  const texts = documents.creditNote;
  const amount = formatMoney(note.amount);
  const tax = addCents(...note.lines.map((line) => line.tax));
  const issued = formatDate(dateIn(company.timeZone, note.createdAt), dates);
  return {
    texts: documentTexts(`${words.language} credit note`),
    number: note.number,
    drawnAt: clock.now(),
    company: companyHead(company, await findLogo(tx, companyId), words),
    total: amount,
    headline: texts.headline(invoice.accountRef),
    warning: note.isVoided ? texts.voided : null,
    facts: [
      [documents.invoice.billTo, toRecipient(customer)],
      [documents.customerReference, customer.customerRef],
      [texts.date, issued],
      [texts.invoice, invoice.accountRef],
      [documents.for, invoice.productName],
    ],
    lines: toLines(note),
    sums: [
      ...(tax === 0 ? [] : [[documents.invoice.tax, formatMoney(tax)] as const]),
      [texts.settled, formatMoney(note.settled)],
      [texts.credit, formatMoney(note.credit)],
      [texts.total, amount],
    ],
    paragraphs: note.lines.length === 0 ? [] : [[texts.reason, note.reason]],
    payCode: null,
  };
}

export async function drawCreditNote(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { actor: { companyId }, creditNoteId }: { actor: Actor; creditNoteId: AttemptId },
): Promise<SendLater> {
  const text = await readCreditNote(tx, deps, { companyId, attemptId: creditNoteId });
  if (!text) throw new AppError('NOT_FOUND');
  return sendDrawn(companyId, 'invoice', text);
}
