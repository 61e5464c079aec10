/** What an invariant is here: a sentence, and a query that a healthy database answers with no row. */
import { OPEN_STATES } from '@quittance/domain/status/payment-status';

/** `sql` selects one text column, `subject`: what the sentence is not true of. */
export type InvariantQuery = { invariant: string; sql: string };

export const OPEN = `(${OPEN_STATES.map((state) => `'${state}'`).join(', ')})`;

/** What came out of an account less what went back into it, over the postings `p` of a query. */
export function cameFrom(account: string): string {
  return `coalesce(sum(case when p.source = ${account} then p.amount_cents
                            when p.destination = ${account} then -p.amount_cents
                            else 0 end), 0)`;
}
