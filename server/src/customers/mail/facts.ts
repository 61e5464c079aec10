/**
 * Formats email data as labeled lines, with the same order and labels in all emails. Data not listed here is used
 * only by the templates.
 */
import { isoDateSchema } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import { centsSchema } from '@quittance/contract/money';
import type { DateTexts } from '@quittance/contract/texts/en/dates';
import type { Fact } from '../../platform/mail/mail-content.ts';
import type { TextKey } from './en/keyed-texts.ts';
import { type MailData, TEXT_KEYS } from './mail-payload.ts';

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
  'date',
  'chargeOn',
  'dueOn',
  'nextTryOn',
  'endsOn',
  'method',
  'reason',
  'reversal',
] as const;

type FactTexts = {
  labels: Readonly<Record<(typeof LINES)[number], string>>;
  dates: DateTexts;
  keyedTexts: Readonly<Record<TextKey, string>>;
  /** The recorded reason of a decline. Null if this language has no text for it. */
  reason: (recorded: string) => string | null;
  method: (label: string) => string;
};

export function createFacts({ labels, dates, keyedTexts, reason, method }: FactTexts) {
  const toKey = (key: string) => TEXT_KEYS.find((each) => each === key);
  function format(name: string, value: string | number): string | null {
    if (name.endsWith('Cents')) return formatMoney(centsSchema.parse(value));
    const text = String(value);
    if (name === 'method') return method(text);
    if (name === 'reason') return reason(text);
    if (name === 'event' || name === 'arrangement' || name === 'reversal') {
      const key = toKey(text);
      return key ? keyedTexts[key] : null;
    }
    const date = isoDateSchema.safeParse(value);
    return date.success ? formatDate(date.data, dates) : text;
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
