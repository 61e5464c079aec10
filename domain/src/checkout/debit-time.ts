/** When the result of a sent payment is expected. Banks take up to four business days for a debit. */
import { addDays, dayNumber, type IsoDate } from '@quittance/contract/dates';

const DEBIT_BUSINESS_DAYS = 4;

/** Day 0 was a Thursday. */
function isWeekend(date: IsoDate): boolean {
  const weekday = (dayNumber(date) + 4) % 7;
  return weekday === 0 || weekday === 6;
}

/** Bank holidays are not counted: this is what usually happens, not a promise. */
export function debitExpectedOn(sentOn: IsoDate): IsoDate {
  let date = sentOn;
  for (let days = 0; days < DEBIT_BUSINESS_DAYS; ) {
    date = addDays(date, 1);
    if (!isWeekend(date)) days += 1;
  }
  return date;
}

/** After this time a card payment without a result takes longer than usual. */
export const CARD_RESULT_MINUTES = 15;
