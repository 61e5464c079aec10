/** The words for a change of an auto-pay charge, which needs no new mandate: shown before it, and mailed. */
import type { IsoDate } from '@quittance/contract/dates';
import { formatDate, formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';

export type AutoPayChangeWords = {
  invoiceRef: string;
  dueOn: IsoDate;
  totalCents: Cents;
  /** 'Visa ending in 4242' */
  method: string;
  /** Null: auto-pay leaves the invoice out. */
  date: IsoDate | null;
};

export function autoPayChangeText(words: AutoPayChangeWords): string {
  const { invoiceRef, dueOn, totalCents, method, date } = words;
  const due = `The invoice is due on ${formatDate(dueOn)}`;
  if (!date) {
    return `Auto-pay will not charge invoice ${invoiceRef}. ${due}, and I pay it myself.`;
  }
  const late = date > dueOn ? ` ${due}; this does not change.` : '';
  return `Auto-pay will charge ${formatMoney(totalCents)} for invoice ${invoiceRef} to ${method} on ${formatDate(date)}.${late}`;
}
