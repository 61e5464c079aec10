/** The words of a receipt (R26): rows of the database in, what is drawn out. */
import type { Instant } from '@quittance/contract/dates';
import { formatInstantWithZone, formatMoney } from '@quittance/contract/format';
import { initialsOf } from '@quittance/contract/initials';
import { addCents } from '@quittance/contract/money';
import { PAYMENT_STATUS_LABELS } from '@quittance/contract/vocabulary';
import { paymentStatusOf } from '@quittance/domain/status/payment-status';
import { readableOn } from '../../mail/render.ts';
import type { Receipt } from '../../receipts/draw-receipt.ts';
import { readLogo } from '../../receipts/logo.ts';
import { paidWith } from '../../receipts/paid-with.ts';
import { receiptNumberOf } from '../../receipts/receipt-number.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import type { CustomerRow } from '../../storage/billing/customers.ts';
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
  | 'settledAt'
>;
type Row = Omit<ReceiptRow, 'attempt' | 'refund'> & {
  attempt: Payment;
  refund: Pick<NonNullable<ReceiptRow['refund']>, 'state' | 'amountCents' | 'doneAt'> | null;
};
type Seller = Pick<
  CompanyRow,
  'name' | 'dba' | 'legalName' | 'address' | 'logoUrl' | 'mainColor' | 'timeZone'
>;

export type ReceiptOf = {
  row: Row;
  company: Seller;
  customer: Pick<CustomerRow, 'firstName' | 'lastName' | 'customerRef'>;
  now: Instant;
};

const PROCESSOR_NAMES = {
  stripe: 'Stripe',
  payengine: 'PayEngine',
  fiserv: 'Fiserv',
  manual: 'Recorded by hand',
} as const;

function faceOf(company: Seller): Receipt['company'] {
  const { name, dba, legalName, address, mainColor, logoUrl } = company;
  const others = [
    dba ? `Doing business as ${dba}` : null,
    legalName === name ? null : legalName,
    ...(address?.split('\n') ?? []),
  ];
  return {
    name,
    initials: initialsOf(name),
    color: mainColor,
    inkOnColor: readableOn(mainColor),
    logo: readLogo(logoUrl),
    lines: others.filter((line) => line !== null),
  };
}

/** '3 of 12', or '3 to 12 of 12' when the rest of a plan was paid at once. */
function installmentsOf({ attempt, installmentCount }: Row): [string, string | null] {
  const { installmentFrom: from, installmentTo: to } = attempt;
  if (from === null || to === null || installmentCount === null) return ['Installment', null];
  if (from === to) return ['Installment', `${from} of ${installmentCount}`];
  return ['Installments', `${from} to ${to} of ${installmentCount}`];
}

/** What was paid for, under the name it has for the payer. */
function subjectOf(row: Row) {
  const { accountRef, productName, estimateRef, orderRefs } = row;
  const facts: [string, string | null][] = [
    ['Invoice', accountRef],
    ['For', productName],
    installmentsOf(row),
    ['Estimate', estimateRef],
    [orderRefs.length === 1 ? 'Order' : 'Orders', orderRefs.join(', ') || null],
  ];
  return facts;
}

function referenceOf({ processor, processorReference }: Payment): string {
  const name = PROCESSOR_NAMES[processor];
  return processorReference ? `${name} ${processorReference}` : name;
}

/** A receipt stays true: money that came back, or was given back, is said before anything else. */
function warningOf({ attempt, refund, returnedAt }: Row, timeZone: string): string | null {
  const on = (at: Instant | null) => (at ? ` on ${formatInstantWithZone(at, timeZone)}` : '');
  if (attempt.state === 'RETURNED') {
    return `Returned${on(returnedAt)}. This payment was taken back and no longer counts; the amount is open again.`;
  }
  if (!refund || refund.state === 'REFUSED') return null;
  const amount = formatMoney(refund.amountCents);
  return refund.state === 'DONE'
    ? `Refunded: ${amount} was given back${on(refund.doneAt)}.`
    : `A refund of ${amount} is on its way.`;
}

export function receiptText({ row, company, customer, now }: ReceiptOf): Receipt {
  const { attempt } = row;
  const paidAt = formatInstantWithZone(attempt.settledAt ?? attempt.createdAt, company.timeZone);
  const total = formatMoney(addCents(attempt.amountCents, attempt.feeCents));
  const facts: [string, string | null][] = [
    ['Paid by', `${customer.firstName} ${customer.lastName}`],
    ['Customer reference', customer.customerRef],
    ...subjectOf(row),
    ['Payment method', paidWith(attempt)],
    ['Date', paidAt],
    ['Processor reference', referenceOf(attempt)],
    ['Status', PAYMENT_STATUS_LABELS[paymentStatusOf(attempt.state)]],
  ];
  return {
    number: receiptNumberOf(attempt.id),
    drawnAt: now,
    company: faceOf(company),
    total,
    headline: `Paid on ${paidAt}`,
    warning: warningOf(row, company.timeZone),
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
    sums: [
      ['Amount', formatMoney(attempt.amountCents)],
      ['Processing fee', formatMoney(attempt.feeCents)],
      ['Total', total],
    ],
    footer: `Questions about this payment? Please contact ${company.name} and name the receipt ${receiptNumberOf(attempt.id)}.`,
  };
}
