/** The text of a receipt (R26), from database rows. Rendering is in receipts/. */
import { contactWords } from '@quittance/contract/company-contact';
import type { Instant } from '@quittance/contract/dates';
import { formatInstantWithZone, formatMoney } from '@quittance/contract/format';
import { addCents } from '@quittance/contract/money';
import { PAYMENT_STATUS_LABELS } from '@quittance/contract/vocabulary';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { paymentStatusOf } from '@quittance/domain/status/payment-status';
import { PROCESSOR_MODULES } from '../../processors/registry.ts';
import { companyHead, type DocumentCompany } from '../../receipts/company-head.ts';
import type { Receipt } from '../../receipts/draw-receipt.ts';
import { receiptNumberOf } from '../../receipts/receipt-number.ts';
import type { CustomerRow } from '../../storage/billing/customers.ts';
import type { Logo } from '../../storage/billing/logos.ts';
import type { ReceiptRow } from '../../storage/billing/receipts.ts';

type Payment = Pick<
  ReceiptRow['attempt'],
  | 'id'
  | 'state'
  | 'amountCents'
  | 'feeCents'
  | 'processor'
  | 'processorReference'
  | 'method'
  | 'methodBrand'
  | 'methodLast4'
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
  customer: Pick<CustomerRow, 'firstName' | 'lastName' | 'customerRef'>;
  now: Instant;
};

/** '3 of 12', or '3 to 12 of 12' when the rest of a plan was paid at once. */
function installmentsOf({ attempt, installmentCount }: Row): [string, string | null] {
  const { installmentFrom: from, installmentTo: to } = attempt;
  if (from === null || to === null || installmentCount === null) return ['Installment', null];
  if (from === to) return ['Installment', `${from} of ${installmentCount}`];
  return ['Installments', `${from} to ${to} of ${installmentCount}`];
}

/** The first of them; the list of all is behind the receipt. */
const NAMED_MAX = 5;

function invoicesText(references: readonly string[]): string {
  const named = references.slice(0, NAMED_MAX).join(', ');
  const others = references.length - NAMED_MAX;
  return others > 0 ? `${named} and ${others} more` : named;
}

/** Each with its share of the fee; they add up to the payment. */
function partsOf({ parts }: Row): Receipt['parts'] {
  if (parts.length === 0) return null;
  return {
    title: 'Invoices paid',
    columns: { text: 'Invoice', amount: 'Amount', fee: 'Fee', total: 'Total' },
    lines: parts.map(({ accountRef, productName, amountCents, feeCents }) => ({
      text: `${accountRef} · ${productName}`,
      amount: formatMoney(amountCents),
      fee: formatMoney(feeCents),
      total: formatMoney(addCents(amountCents, feeCents)),
    })),
  };
}

/** What was paid: the references that the payer knows. */
function payableFacts(row: Row) {
  const { accountRef, productName, estimateRef, orderRefs, parts } = row;
  const facts: [string, string | null][] = [
    ['Invoice', accountRef],
    ['Invoices', parts.length > 0 ? invoicesText(parts.map((part) => part.accountRef)) : null],
    ['For', productName],
    installmentsOf(row),
    ['Estimate', estimateRef],
    [orderRefs.length === 1 ? 'Order' : 'Orders', orderRefs.join(', ') || null],
  ];
  return facts;
}

function referenceOf({ processor, processorReference }: Payment): string {
  const name =
    processor === 'manual' ? 'Recorded manually' : PROCESSOR_MODULES[processor].displayName;
  return processorReference ? `${name} ${processorReference}` : name;
}

/** One sentence for what was given back, one for what is on its way. */
function refundText(refunds: readonly Refund[], on: (at: Instant | null) => string): string | null {
  const sum = (some: readonly Refund[]) =>
    formatMoney(addCents(...some.map(({ amountCents }) => amountCents)));
  const done = refunds.filter(({ state }) => state === 'DONE');
  const waiting = refunds.filter(({ state }) => state === 'OPEN' || state === 'REVIEW');
  const last = done.at(-1);
  const sentences = [
    ...(last ? [`Refunded: ${sum(done)}${on(last.doneAt)}.`] : []),
    ...(waiting.length > 0 ? [`A refund of ${sum(waiting)} is on its way.`] : []),
  ];
  return sentences.join(' ') || null;
}

/** A returned or refunded payment is stated at the top of the receipt. */
function warningOf(row: Row, timeZone: string): string | null {
  const { attempt, refunds, paidAt, returnedAt, isOpenAgain } = row;
  const on = (at: Instant | null) => (at ? ` on ${formatInstantWithZone(at, timeZone)}` : '');
  if (attempt.state !== 'RETURNED') return refundText(refunds, on);
  const what = paidAt
    ? 'This payment was returned and no longer counts.'
    : "Your bank didn't pay this debit.";
  const open = isOpenAgain ? ' The amount is open again.' : '';
  return `Returned${on(returnedAt)}. ${what}${open}`;
}

/** A debit that was returned before it succeeded was only submitted. */
function datesOf({ attempt, paidAt }: Row, timeZone: string) {
  const date = formatInstantWithZone(paidAt ?? attempt.createdAt, timeZone);
  return paidAt
    ? { date, dateLabel: 'Date', payerLabel: 'Paid by', headline: `Paid on ${date}` }
    : { date, dateLabel: 'Submitted', payerLabel: 'Payer', headline: `Submitted on ${date}` };
}

function questions(company: DocumentCompany, number: string): string {
  const contact = contactWords(company);
  const whom = contact === null ? company.name : `${company.name} (${contact})`;
  return `Questions about this payment? Please contact ${whom} and mention receipt ${number}.`;
}

export function receiptText(input: ReceiptInput): Receipt {
  const { row, company, customer, now } = input;
  const { attempt } = row;
  const { date, dateLabel, payerLabel, headline } = datesOf(row, company.timeZone);
  const total = formatMoney(addCents(attempt.amountCents, attempt.feeCents));
  const facts: [string, string | null][] = [
    [payerLabel, `${customer.firstName} ${customer.lastName}`],
    ['Customer reference', customer.customerRef],
    ...payableFacts(row),
    [
      'Payment method',
      methodLabel({
        kind: attempt.method,
        brand: attempt.methodBrand,
        last4: attempt.methodLast4,
      }),
    ],
    [dateLabel, date],
    ['Processor reference', referenceOf(attempt)],
    ['Status', PAYMENT_STATUS_LABELS[paymentStatusOf(attempt.state)]],
  ];
  return {
    number: receiptNumberOf(attempt.id),
    drawnAt: now,
    company: companyHead(company, input.logo),
    total,
    headline,
    warning: warningOf(row, company.timeZone),
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
    sums: [
      ['Amount', formatMoney(attempt.amountCents)],
      ['Processing fee', formatMoney(attempt.feeCents)],
      ['Total', total],
    ],
    footer: questions(company, receiptNumberOf(attempt.id)),
    parts: partsOf(row),
  };
}
