/**
 * For a payment on several invoices (R48), computes each invoice's share of a refund from the refund's postings.
 */
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import { computeProportion } from './apportion.ts';
import type { Part, Posting } from './postings.ts';

const isCredit = ({ destination }: Posting) => destination.startsWith('customer_credit:');

const isPrincipal = ({ destination }: Posting) => destination.startsWith('receivable:');

function sumPostings(postings: readonly Posting[]): Cents {
  return addCents(...postings.map(({ amountCents }) => amountCents));
}

/** Spreads the amount cumulatively in proportion, so that the shares add up exactly. */
function spread(amountCents: Cents, weights: readonly Part[]): Part[] {
  const total = addCents(...weights.map((weight) => weight.amountCents));
  let [before, given]: [Cents, Cents] = [ZERO, ZERO];
  return weights.map(({ account, amountCents: weight }) => {
    before = addCents(before, weight);
    const upTo = computeProportion(amountCents, before, total);
    const share = subtractCents(upTo, given);
    given = upTo;
    return { account, amountCents: share };
  });
}

/**
 * Returns the shares by account. An overpayment is given back on the overpaid invoices. The fee follows the
 * principal, or the overpayment if there is no principal. `credits` holds the amount overpaid on each invoice.
 */
export function refundShares(
  postings: readonly Posting[],
  credits: readonly Part[],
): ReadonlyMap<string, Cents> {
  const principals = postings.filter(isPrincipal).map(({ destination: account, amountCents }) => ({
    account,
    amountCents,
  }));
  const creditCents = sumPostings(postings.filter(isCredit));
  const rest = postings.filter((posting) => !isPrincipal(posting) && !isCredit(posting));
  const all = [
    ...principals,
    ...spread(sumPostings(rest), principals.length > 0 ? principals : credits),
    ...spread(creditCents, credits),
  ].filter(({ amountCents }) => amountCents > 0);
  const shares = new Map<string, Cents>();
  for (const { account, amountCents } of all)
    shares.set(account, addCents(shares.get(account) ?? ZERO, amountCents));
  return shares;
}
