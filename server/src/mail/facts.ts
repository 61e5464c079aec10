/**
 * The data of a notice as lines of a table, in one order and with one wording for all mails. Data
 * without a line here is for the templates themselves.
 */
import { isoDateSchema } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import { centsSchema } from '@quittance/contract/money';
import type { Fact } from './letter.ts';
import type { MailData } from './mail-payload.ts';

const LINES = [
  ['receiptNumber', 'Receipt'],
  ['invoiceRef', 'Invoice'],
  ['productName', 'For'],
  ['amountCents', 'Amount'],
  ['feeCents', 'Processing fee'],
  ['totalCents', 'Total'],
  ['remainingCents', 'Still open'],
  ['installment', 'Installment'],
  ['date', 'Date'],
  ['chargeOn', 'Date'],
  ['dueOn', 'Due'],
  ['nextTryOn', 'Next try'],
  ['method', 'Payment method'],
  ['reason', 'Reason'],
] as const;

/** '1234' under a name in cents is money, '2026-01-31' is a date, the rest is text as it is. */
function written(name: string, value: string | number): string {
  if (name.endsWith('Cents')) return formatMoney(centsSchema.parse(value));
  const date = isoDateSchema.safeParse(value);
  return date.success ? formatDate(date.data) : String(value);
}

export function textOf(data: MailData, name: string): string | null {
  const value = data[name];
  return value === undefined || value === null || value === '' ? null : written(name, value);
}

export function factsOf(data: MailData): Fact[] {
  return LINES.flatMap(([name, label]) => {
    const text = textOf(data, name);
    const isNothing = name === 'feeCents' && data[name] === 0;
    return text === null || isNothing ? [] : [[label, text] as const];
  });
}
