/**
 * The texts for a changed auto-pay charge, which needs no new mandate. They are shown before the change and sent by
 * email.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';
import type { Words } from '../texts/shared-words.ts';

export type AutoPayChangeWords = {
  invoiceRef: string;
  dueOn: IsoDate;
  totalCents: Cents;
  /** 'Visa ending in 4242' */
  method: string;
  /** Null means that auto-pay skips the invoice. */
  date: IsoDate | null;
};

export function autoPayChangeText(
  words: AutoPayChangeWords,
  { autoPayChange: texts, dates }: Pick<Words, 'autoPayChange' | 'dates'>,
): string {
  const { invoiceRef, dueOn, totalCents, method, date } = words;
  const due = texts.due(formatDate(dueOn, dates));
  if (!date) return texts.excluded(invoiceRef, due);
  const amount = formatMoney(totalCents);
  const day = formatDate(date, dates);
  const late = date > dueOn ? texts.stillDue(due) : '';
  return texts.moved({ amount, invoice: invoiceRef, method, date: day }) + late;
}
