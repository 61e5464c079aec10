/**
 * The postings that reverse a refund that was recorded as made but failed later (R80). They carry the refund's id.
 */
import type { CustomerId } from '@quittance/contract/ids';
import { addCents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import { computeProportion } from './apportion.ts';
import { clearing, customerCredit, FEE_INCOME, isClearing, RETURNS } from './ledger-accounts.ts';
import {
  computeBalance,
  feeIn,
  type MoneyBack,
  type Part,
  type Posting,
  principalIn,
} from './postings.ts';

/** `credited` is the part of the refund on receivables that the company has since requested again and received. */
export type FailedRefund = MoneyBack & {
  refundId: string;
  customerId: CustomerId;
  credited: readonly Part[];
};

export function refundPostings(refundId: string, posted: readonly Posting[]): Posting[] {
  return posted.filter((entry) => entry.refundId === refundId && isClearing(entry.source));
}

export function isReturnPosted(posted: readonly Posting[]): boolean {
  return posted.some(({ destination, refundId }) => destination === RETURNS && !refundId);
}

/** After a return, the refunded amounts are in `returns`, to the extent that the money went back twice. */
function reversedReturned(failed: FailedRefund, posted: readonly Posting[]): Posting[] {
  const { amountCents, processor, customerId } = failed;
  const destination = clearing(processor);
  const twiceCents = minCents(amountCents, computeBalance(RETURNS, posted));
  const restCents = subtractCents(amountCents, twiceCents);
  return [
    { source: RETURNS, destination, amountCents: twiceCents },
    { source: customerCredit(customerId), destination, amountCents: restCents },
  ];
}

function reversedRefund(
  { customerId, credited }: FailedRefund,
  refunded: readonly Posting[],
): Posting[] {
  const credit = customerCredit(customerId);
  const creditedCents = addCents(...credited.map((part) => part.amountCents));
  const creditedOn = (account: string) =>
    account === FEE_INCOME
      ? computeProportion(feeIn(refunded), creditedCents, principalIn(refunded))
      : (credited.find((part) => part.account === account)?.amountCents ?? ZERO);
  return refunded.flatMap(({ source: destination, destination: account, amountCents }) => {
    const creditCents = creditedOn(account);
    return [
      { source: account, destination, amountCents: subtractCents(amountCents, creditCents) },
      { source: credit, destination, amountCents: creditCents },
    ];
  });
}

/**
 * The refund did not reach the payer (R80), so its postings are reversed. Any amount that the invoice has received
 * again since then is owed to the customer as a credit, with its share of the fee.
 */
export function postingsForFailedRefund(
  failed: FailedRefund,
  posted: readonly Posting[],
): Posting[] {
  const { refundId } = failed;
  const reversed = isReturnPosted(posted)
    ? reversedReturned(failed, posted)
    : reversedRefund(failed, refundPostings(refundId, posted));
  return reversed
    .filter(({ amountCents }) => amountCents > 0)
    .map((entry) => ({ ...entry, refundId }));
}
