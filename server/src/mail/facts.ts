/**
 * The data of a mail as labeled lines, with the same order and labels in all mails. Data that is not
 * listed here is used by the templates only.
 */
import { isoDateSchema } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import { centsSchema } from '@quittance/contract/money';
import type { Fact } from './mail-content.ts';
import type { MailData } from './mail-payload.ts';

const LINES = [
  ['receiptNumber', 'Receipt'],
  ['invoiceRef', 'Invoice'],
  ['productName', 'For'],
  ['amountCents', 'Amount'],
  ['feeBeforeCents', 'Previous processing fee'],
  ['feeCents', 'Processing fee'],
  ['totalBeforeCents', 'Previous total'],
  ['totalCents', 'Total'],
  ['remainingCents', 'Remaining balance'],
  ['installment', 'Installment'],
  ['date', 'Date'],
  ['chargeOn', 'Date'],
  ['dueOn', 'Due'],
  ['nextTryOn', 'Next attempt'],
  ['endsOn', 'Choose by'],
  ['method', 'Payment method'],
  ['reason', 'Reason'],
] as const;

/** Names ending in `Cents` are money, ISO dates are dates, everything else is text. */
function format(name: string, value: string | number): string {
  if (name.endsWith('Cents')) return formatMoney(centsSchema.parse(value));
  const date = isoDateSchema.safeParse(value);
  return date.success ? formatDate(date.data) : String(value);
}

export function textOf(data: MailData, name: string): string | null {
  const value = data[name];
  return value === undefined || value === null || value === '' ? null : format(name, value);
}

export function factsOf(data: MailData): Fact[] {
  return LINES.flatMap(([name, label]) => {
    const text = textOf(data, name);
    const isZeroFee = name === 'feeCents' && data[name] === 0;
    return text === null || isZeroFee ? [] : [[label, text] as const];
  });
}
