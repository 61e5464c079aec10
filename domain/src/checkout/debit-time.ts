/** When the result of a payment is expected, and how long a bank may return a debit (R66). */
import { addDays, compareDates, type IsoDate } from '@quittance/contract/dates';
import type { DebitTimeline } from '@quittance/contract/invoices/payment-outcome';
import { addBankingDays } from './bank-calendar.ts';

const DEBIT_BANKING_DAYS = 4;

/**
 * A bank may return a debit for insufficient funds or an unusable account within two banking days of settlement.
 */
const FUNDS_BANKING_DAYS = 2;

/**
 * The owner of a personal account has 60 days to report a debit as unauthorized. The owner of a business account
 * has two banking days.
 */
const UNAUTHORIZED_DAYS = 60;

export function debitExpectedOn(sentOn: IsoDate): IsoDate {
  return addBankingDays(sentOn, DEBIT_BANKING_DAYS);
}

type DebitDays = Pick<DebitTimeline, 'submittedOn' | 'failedOn' | 'settledOn' | 'returnedOn'> & {
  isBusinessAccount: boolean;
  today: IsoDate;
};

/** The return windows start at settlement or, until that is known, at the expected settlement date. */
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

/** A card payment without a result after this time is taking longer than usual. */
export const CARD_RESULT_MINUTES = 15;
