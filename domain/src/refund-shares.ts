/** What each refund of a payment on several invoices gave back on each of them (R48), from its postings. */
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import { computeProportion } from './apportion.ts';
import type { Part, Posting } from './postings.ts';

const isCredit = ({ destination }: Posting) => destination.startsWith('customer_credit:');

const isPrincipal = ({ destination }: Posting) => destination.startsWith('receivable:');

function sumPostings(postings: readonly Posting[]): Cents {
  return addCents(...postings.map(({ amountCents }) => amountCents));
}

/** In proportion, cumulatively: the shares are exactly the amount. */
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
 * By account. An overpayment goes back to the invoices that were overpaid, the fee with the principal, else
 * with the overpayment. `credits`: what was paid beyond what each invoice owed.
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
