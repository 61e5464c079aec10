/** When the result of a sent payment is expected, and how long a bank may take a debit back (R66). */
import { addDays, compareDates, type IsoDate } from '@quittance/contract/dates';
import type { DebitTimeline } from '@quittance/contract/invoices/payment-outcome';
import { addBankingDays } from './bank-calendar.ts';

/** Processors report the result of a debit within four banking days. */
const DEBIT_BANKING_DAYS = 4;

/** For missing funds and unusable accounts, a bank returns a debit within two banking days of its settlement. */
const FUNDS_BANKING_DAYS = 2;

/** The owner of a personal account has 60 days to say that a debit was not authorized; of a business account, two banking days. */
const UNAUTHORIZED_DAYS = 60;

/** What usually happens, not a promise. */
export function debitExpectedOn(sentOn: IsoDate): IsoDate {
  return addBankingDays(sentOn, DEBIT_BANKING_DAYS);
}

type DebitDays = Pick<DebitTimeline, 'submittedOn' | 'failedOn' | 'settledOn' | 'returnedOn'> & {
  isBusinessAccount: boolean;
  today: IsoDate;
};

/** The windows count from the settlement; until it is known, from the day it is expected. */
export function debitTimeline({ isBusinessAccount, today, ...days }: DebitDays): DebitTimeline {
  const { submittedOn, failedOn, settledOn, returnedOn } = days;
  const expectedOn = debitExpectedOn(submittedOn);
  const isOpen = failedOn === null && settledOn === null && returnedOn === null;
  const from = settledOn ?? expectedOn;
  const fundsUntil = addBankingDays(from, FUNDS_BANKING_DAYS);
  return {
    ...days,
    expectedOn,
    isLate: isOpen && compareDates(today, expectedOn) > 0,
    fundsUntil,
    unauthorizedUntil: isBusinessAccount ? fundsUntil : addDays(from, UNAUTHORIZED_DAYS),
  };
}

/** After this time a card payment without a result takes longer than usual. */
export const CARD_RESULT_MINUTES = 15;
