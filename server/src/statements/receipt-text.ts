/** Builds the text of a receipt (R26) from database rows. Rendering is in receipts/. */
import { contactWords } from '@quittance/contract/companies/company-contact';
import type { Instant } from '@quittance/contract/dates';
import { formatDate, formatInstantWithZone, formatMoney } from '@quittance/contract/format';
import { addCents, subtractCents, ZERO } from '@quittance/contract/money';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { toPaymentStatus } from '@quittance/domain/status/payment-status';
import { companyHead, type DocumentCompany } from '../companies/company-head.ts';
import type { Logo } from '../companies/logos/logo-rows.ts';
import type { CustomerRow } from '../customers/store.ts';
import { toReceiptNumber } from '../ledger/receipt-number.ts';
import { isOpenRefund } from '../ledger/refunds.ts';
import { type DocumentWords, documentWordsFor } from '../texts/catalogs.ts';
import type { Receipt } from './draw-receipt.ts';
import type { ReceiptRow } from './receipt-rows.ts';

type Payment = Pick<
  ReceiptRow['attempt'],
  | 'id'
  | 'state'
  | 'amountCents'
  | 'feeCents'
  | 'creditCents'
  | 'processor'
  | 'processorReference'
  | 'method'
  | 'methodBrand'
  | 'methodLast4'
  | 'reference'
  | 'receivedOn'
  | 'installmentFrom'
  | 'installmentTo'
  | 'createdAt'
>;
type PaidPart = Pick<
  ReceiptRow['parts'][number],
  'accountRef' | 'productName' | 'amountCents' | 'feeCents'
>;
type Refund = Pick<ReceiptRow['refunds'][number], 'state' | 'amountCents' | 'doneAt'>;
type Row = Omit<ReceiptRow, 'attempt' | 'refunds' | 'parts'> & {
  attempt: Payment;
  parts: readonly PaidPart[];
  refunds: readonly Refund[];
};
export type ReceiptInput = {
  row: Row;
  company: DocumentCompany;
  logo: Logo | null;
  customer: Pick<CustomerRow, 'firstName' | 'lastName' | 'customerRef' | 'language'>;
  now: Instant;
};

type ReceiptTexts = DocumentWords['documents']['receipt'];

/** '3 of 12', or '3 to 12 of 12' if the rest of a plan was paid at once. */
function toInstallments(
  { attempt, installmentCount }: Row,
  texts: ReceiptTexts,
): [string, string | null] {
  const { installmentFrom: from, installmentTo: to } = attempt;
  if (from === null || to === null || installmentCount === null) return [texts.installment, null];
  if (from === to) return [texts.installment, texts.installmentOf(from, installmentCount)];
  return [texts.installments, texts.installmentsOf(from, to, installmentCount)];
}

const NAMED_MAX = 5;

function invoicesText(references: readonly string[], { andMore }: ReceiptTexts): string {
  const named = references.slice(0, NAMED_MAX).join(', ');
  const others = references.length - NAMED_MAX;
  return others > 0 ? andMore(named, others) : named;
}

/** Each part includes its share of the fee. The parts add up to the payment. */
function toParts({ parts }: Row, { parts: texts }: ReceiptTexts): Receipt['parts'] {
  if (parts.length === 0) return null;
  return {
    ...texts,
    lines: parts.map(({ accountRef, productName, amountCents, feeCents }) => ({
      text: `${accountRef} · ${productName}`,
      amount: formatMoney(amountCents),
      fee: formatMoney(feeCents),
      total: formatMoney(addCents(amountCents, feeCents)),
    })),
  };
}

function payableFacts(row: Row, { documents }: DocumentWords) {
  const { accountRef, productName, estimateRef, orderRefs, parts } = row;
  const { receipt } = documents;
  const references = parts.map((part) => part.accountRef);
  const facts: [string, string | null][] = [
    [receipt.invoice, accountRef],
    [receipt.invoices, parts.length > 0 ? invoicesText(references, receipt) : null],
    [documents.for, productName],
    toInstallments(row, receipt),
    [receipt.estimate, estimateRef],
    [receipt.orders(orderRefs.length), orderRefs.join(', ') || null],
  ];
  return facts;
}

function toReference({ processor, processorReference }: Payment, { manual }: ReceiptTexts): string {
  const name = processor === 'manual' ? manual : PROCESSOR_DESCRIPTIONS[processor].displayName;
  return processorReference ? `${name} ${processorReference}` : name;
}

type On = (at: Instant | null) => string;

const sumRefunds = (refunds: readonly Refund[]) =>
  addCents(ZERO, ...refunds.map(({ amountCents }) => amountCents));

/** A refund counts once the processor has made it (R80). */
const listMade = (refunds: readonly Refund[]) =>
  refunds.filter(({ state }) => state === 'SUCCEEDED');

function refundText(refunds: readonly Refund[], on: On, texts: ReceiptTexts): string | null {
  const sum = (some: readonly Refund[]) => formatMoney(sumRefunds(some));
  const done = listMade(refunds);
  const waiting = refunds.filter(isOpenRefund);
  const last = done.at(-1);
  const sentences = [
    ...(last ? [texts.refunded(sum(done), on(last.doneAt))] : []),
    ...(waiting.length > 0 ? [texts.refundOnItsWay(sum(waiting))] : []),
  ];
  return sentences.join(' ') || null;
}

function toWarning(row: Row, timeZone: string, words: DocumentWords): string | null {
  const { receipt } = words.documents;
  const { attempt, refunds, paidAt, returnedAt, isOpenAgain } = row;
  const on: On = (at) => (at ? receipt.on(formatInstantWithZone(at, timeZone, words.dates)) : '');
  if (attempt.state !== 'RETURNED') return refundText(refunds, on, receipt);
  const what = paidAt ? receipt.noLongerCounts : receipt.debitNotPaid;
  const open = isOpenAgain ? ` ${receipt.openAgain}` : '';
  return `${receipt.returned(on(returnedAt))} ${what}${open}`;
}

/** A debit that was returned before it succeeded has only a submission date. */
function toDates({ attempt, paidAt }: Row, timeZone: string, words: DocumentWords) {
  const { receipt } = words.documents;
  const date = formatInstantWithZone(paidAt ?? attempt.createdAt, timeZone, words.dates);
  return paidAt
    ? {
        date,
        dateLabel: receipt.date,
        payerLabel: receipt.paidBy,
        headline: receipt.paidOn(date),
      }
    : {
        date,
        dateLabel: receipt.submitted,
        payerLabel: receipt.payer,
        headline: receipt.submittedOn(date),
      };
}

const toTotal = ({ amountCents, feeCents }: Payment) => addCents(amountCents, feeCents);

/** Unlike the badges of lists (product §4.5), the line reads as a sentence about the payment. */
function toStatus({ attempt, refunds }: Row, { documents, labels }: DocumentWords): string {
  const { receipt } = documents;
  const status = toPaymentStatus(attempt.state);
  if (status === 'RETURN') return receipt.statusReturned;
  const refunded = sumRefunds(listMade(refunds));
  if (refunded === 0) return labels.PAYMENT_STATUS_LABELS[status];
  return refunded < toTotal(attempt) ? receipt.statusPartlyRefunded : receipt.statusRefunded;
}

/** A recorded payment that exceeds its invoices leaves credit (R116). */
function toCredited({ processor, creditCents }: Row['attempt'], texts: ReceiptTexts) {
  const isKept = processor === 'manual' && creditCents > 0;
  return isKept ? [[texts.credited, formatMoney(creditCents)] as const] : [];
}

function toSums({ attempt, refunds }: Row, texts: ReceiptTexts): Receipt['sums'] {
  const total = toTotal(attempt);
  const refunded = sumRefunds(listMade(refunds));
  const net = [
    [texts.refundedSum, formatMoney(subtractCents(ZERO, refunded))],
    [texts.net, formatMoney(subtractCents(total, refunded))],
  ] as const;
  return [
    [texts.amount, formatMoney(attempt.amountCents)],
    [texts.fee, formatMoney(attempt.feeCents)],
    [texts.total, formatMoney(total)],
    ...toCredited(attempt, texts),
    ...(refunded === 0 ? [] : net),
  ];
}

function questions(company: DocumentCompany, number: string, words: DocumentWords): string {
  const contact = contactWords(company, words.contact);
  const whom = contact === null ? company.name : `${company.name} (${contact})`;
  return words.documents.receipt.questions(whom, number);
}

export function receiptText(input: ReceiptInput): Receipt {
  const { row, company, customer, now } = input;
  const words = documentWordsFor(customer);
  const { documents, checkout } = words;
  const { receipt } = documents;
  const { attempt } = row;
  const { date, dateLabel, payerLabel, headline } = toDates(row, company.timeZone, words);
  const { method: kind, methodBrand: brand, methodLast4: last4, reference, receivedOn } = attempt;
  const facts: [string, string | null][] = [
    [payerLabel, `${customer.firstName} ${customer.lastName}`],
    [documents.customerReference, customer.customerRef],
    ...payableFacts(row, words),
    [receipt.method, methodLabel({ kind, brand, last4, reference }, checkout)],
    [receipt.received, receivedOn && formatDate(receivedOn, words.dates)],
    [dateLabel, date],
    [receipt.processorReference, toReference(attempt, receipt)],
    [receipt.status, toStatus(row, words)],
  ];
  return {
    texts: documents,
    number: toReceiptNumber(attempt.id),
    drawnAt: now,
    company: companyHead(company, input.logo, words),
    total: formatMoney(toTotal(attempt)),
    headline,
    warning: toWarning(row, company.timeZone, words),
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
    sums: toSums(row, receipt),
    footer: questions(company, toReceiptNumber(attempt.id), words),
    parts: toParts(row, receipt),
  };
}
