/** The draft of a recorded payment: how what arrived is split, and the request built from it (R101, R116). */
import { addCents, type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import type { ManualMethod } from '@quittance/contract/vocabulary';
import type { AnswerOf } from '../api/call-types.ts';
import { parseAmount, parseDate, toDecimal } from '../format.ts';

export type RecordedInvoice = Pick<
  AnswerOf<'getInvoice'>,
  'id' | 'accountRef' | 'balance' | 'offer'
>;

export type RecordDraft = {
  method: ManualMethod;
  amount: string;
  /** Amounts by invoice, once staff choose them. */
  chosen: Readonly<Record<string, string>> | null;
  writesOffRest: boolean;
  day: string;
  number: string;
  note: string;
};

type Part = { invoice: RecordedInvoice; amount: Cents };

export type Split = {
  /** The amount that arrived. Null if it is not an amount, or less than the sum for the invoices. */
  amount: Cents | null;
  parts: readonly Part[];
  /** Invoices whose amount cannot be used. */
  wrong: readonly string[];
  /** How much exceeds the invoices. */
  credit: Cents;
  /** How much of the invoices the payment leaves. */
  left: Cents;
  /** The rest that may be written off, unless the payment gives credit. */
  shortfall: Cents | null;
};

export const owedOn = ({ balance, offer }: RecordedInvoice): Cents => offer ?? balance;

export function toDraft(invoices: readonly RecordedInvoice[], day: string): RecordDraft {
  const [single, another] = invoices;
  const amount = single && !another ? toDecimal(owedOn(single)) : '';
  const empty = { chosen: null, writesOffRest: false, number: '', note: '' };
  return { method: 'CHECK', amount, day, ...empty };
}

/** Fills the invoices in their order. */
function suggest(amount: Cents, invoices: readonly RecordedInvoice[]): Part[] {
  let rest = amount;
  return invoices.flatMap((invoice) => {
    const part = minCents(rest, owedOn(invoice));
    rest = subtractCents(rest, part);
    return part > 0 ? [{ invoice, amount: part }] : [];
  });
}

export const toChosen = ({ parts }: Split) =>
  Object.fromEntries(parts.map(({ invoice, amount }) => [invoice.id, toDecimal(amount)]));

const sum = (parts: readonly Part[]) => addCents(...parts.map(({ amount }) => amount));

/** Only a full balance is written off with a payment: an offer waives the rest itself. */
function toShortfall(parts: readonly Part[], max: Cents): Cents | null {
  if (parts.some(({ invoice }) => invoice.offer !== null)) return null;
  const owed = addCents(...parts.map(({ invoice }) => invoice.balance));
  const rest = subtractCents(owed, sum(parts));
  return rest > 0 && rest <= max ? rest : null;
}

export function toSplit(
  draft: RecordDraft,
  invoices: readonly RecordedInvoice[],
  shortfallMax: Cents,
): Split {
  const { chosen } = draft;
  const typed = parseAmount(draft.amount);
  const named = invoices.filter(({ id }) => (chosen?.[id] ?? '').trim() !== '');
  const read = named.map((invoice) => ({
    invoice,
    amount: parseAmount(chosen?.[invoice.id] ?? ''),
  }));
  const own = read.flatMap(({ invoice, amount }) =>
    amount !== null && amount <= owedOn(invoice) ? [{ invoice, amount }] : [],
  );
  const parts = chosen ? own : suggest(typed ?? ZERO, invoices);
  const amount = typed !== null && typed >= sum(parts) ? typed : null;
  const credit = amount === null ? ZERO : subtractCents(amount, sum(parts));
  return {
    amount,
    parts,
    wrong: named.filter((one) => !own.some(({ invoice }) => invoice === one)).map(({ id }) => id),
    credit,
    left: subtractCents(addCents(...invoices.map(owedOn)), sum(parts)),
    shortfall: credit > 0 ? null : toShortfall(parts, shortfallMax),
  };
}

type Recorded = { split: Split; customerId: string };

/** Null if a field is missing or wrong. */
export function toBody(draft: RecordDraft, { split, customerId }: Recorded) {
  const { method } = draft;
  const { amount, parts, wrong, shortfall } = split;
  const receivedDate = parseDate(draft.day);
  const [reference, note] = [draft.number.trim(), draft.note.trim()];
  const isCash = method === 'CASH';
  if (amount === null || wrong.length > 0 || receivedDate === null) return null;
  if (!isCash && reference === '') return null;
  const fields = {
    amount,
    method,
    receivedDate,
    ...(isCash ? {} : { reference }),
    ...(note === '' ? {} : { note }),
  };
  if (parts.length === 0) return { customerId, ...fields };
  const invoices = parts.map((part) => ({ invoiceId: part.invoice.id, amount: part.amount }));
  const isWrittenOff = draft.writesOffRest && shortfall !== null;
  return { invoices, ...(isWrittenOff ? { writesOffRest: true } : {}), ...fields };
}
