/**
 * What each refund of a payment on several invoices gave back on each of them (R48). The ledger has the postings of all
 * refunds in the order in which they were booked, and those of each sum to its amount.
 */
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import { proportionOf } from './apportion.ts';
import type { Part, Posting } from './postings.ts';

const isOut = ({ source, destination }: Posting) =>
  source.startsWith('clearing:') && !destination.startsWith('disputed:');

const isCredit = ({ destination }: Posting) => destination.startsWith('customer_credit:');

const isPrincipal = ({ destination }: Posting) => destination.startsWith('receivable:');

/** The postings of each refund, in the order of the amounts. What belongs to none of them is a return. */
function postingsOfEach(posted: readonly Posting[], amounts: readonly Cents[]): Posting[][] {
  const left = posted.filter(isOut);
  return amounts.map((amountCents) => {
    const own: Posting[] = [];
    let missing: Cents = amountCents;
    while (missing > 0) {
      const next = left.findIndex((posting) => posting.amountCents <= missing);
      const [posting] = next < 0 ? [] : left.splice(next, 1);
      if (!posting) break;
      own.push(posting);
      missing = subtractCents(missing, posting.amountCents);
    }
    return own;
  });
}

function sumOf(postings: readonly Posting[]): Cents {
  return addCents(...postings.map(({ amountCents }) => amountCents));
}

/** In proportion, cumulatively: the shares are exactly the amount. */
function spread(amountCents: Cents, weights: readonly Part[]): Part[] {
  const total = addCents(...weights.map((weight) => weight.amountCents));
  let [before, given]: [Cents, Cents] = [ZERO, ZERO];
  return weights.map(({ account, amountCents: weight }) => {
    before = addCents(before, weight);
    const upTo = proportionOf(amountCents, before, total);
    const share = subtractCents(upTo, given);
    given = upTo;
    return { account, amountCents: share };
  });
}

/** An overpayment goes back to the invoices that were overpaid; the fee with the principal, else with the overpayment. */
function sharesIn(postings: readonly Posting[], credits: readonly Part[]): Map<string, Cents> {
  const principals = postings.filter(isPrincipal).map(({ destination: account, amountCents }) => ({
    account,
    amountCents,
  }));
  const creditCents = sumOf(postings.filter(isCredit));
  const rest = postings.filter((posting) => !isPrincipal(posting) && !isCredit(posting));
  const all = [
    ...principals,
    ...spread(sumOf(rest), principals.length > 0 ? principals : credits),
    ...spread(creditCents, credits),
  ].filter(({ amountCents }) => amountCents > 0);
  const shares = new Map<string, Cents>();
  for (const { account, amountCents } of all)
    shares.set(account, addCents(shares.get(account) ?? ZERO, amountCents));
  return shares;
}

type Refunded = {
  posted: readonly Posting[];
  /** Of each refund, in the order in which they were booked. */
  amounts: readonly Cents[];
  /** What was paid beyond what each invoice owed. */
  credits: readonly Part[];
};

/** By account, for each refund. */
export function refundShares({ posted, amounts, credits }: Refunded): ReadonlyMap<string, Cents>[] {
  return postingsOfEach(posted, amounts).map((own) => sharesIn(own, credits));
}
