/**
 * Formats email data as labeled lines, with the same order and labels in all emails. Data not listed here is used
 * only by the templates.
 */
import { isoDateSchema } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import { centsSchema } from '@quittance/contract/money';
import type { DateTexts } from '@quittance/contract/texts/en/dates';
import type { Fact } from '../../platform/mail/mail-content.ts';
import type { MailData } from './mail-payload.ts';

const LINES = [
  'receiptNumber',
  'invoiceRef',
  'invoiceRefs',
  'productName',
  'amountCents',
  'feeBeforeCents',
  'feeCents',
  'totalBeforeCents',
  'totalCents',
  'remainingCents',
  'installment',
  'date',
  'chargeOn',
  'dueOn',
  'nextTryOn',
  'endsOn',
  'method',
  'reason',
] as const;

type FactTexts = {
  labels: Readonly<Record<(typeof LINES)[number], string>>;
  dates: DateTexts;
  /** Translates a phrase: data is written in English when an email is queued. */
  phrase: (text: string) => string;
  method: (label: string) => string;
};

/** Text entered by customers and companies is not translated. */
const NAMED = [
  'productName',
  'note',
  'question',
  'answer',
  'invoiceRef',
  'invoiceRefs',
  'token',
  'code',
  'path',
  'contact',
  'passkey',
];

export function createFacts({ labels, dates, phrase, method }: FactTexts) {
  function format(name: string, value: string | number): string {
    if (name.endsWith('Cents')) return formatMoney(centsSchema.parse(value));
    if (name === 'method') return method(String(value));
    const date = isoDateSchema.safeParse(value);
    if (date.success) return formatDate(date.data, dates);
    return NAMED.includes(name) ? String(value) : phrase(String(value));
  }
  function toText(data: MailData, name: string): string | null {
    const value = data[name];
    return value === undefined || value === null || value === '' ? null : format(name, value);
  }
  function listFacts(data: MailData): Fact[] {
    return LINES.flatMap((name) => {
      const text = toText(data, name);
      const isZeroFee = name === 'feeCents' && data[name] === 0;
      return text === null || isZeroFee ? [] : [[labels[name], text] as const];
    });
  }
  return { toText, listFacts };
}
