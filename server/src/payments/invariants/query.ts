/** An invariant: a sentence, and a query that returns its violations. */
import { OPEN_STATES } from '@quittance/domain/status/payment-status';

export type InvariantQuery = { invariant: string; sql: string };

export const OPEN = `(${OPEN_STATES.map((state) => `'${state}'`).join(', ')})`;

function netOutflowWhere(isAccount: string): string {
  return `coalesce(sum(case when p.source ${isAccount} then p.amount_cents
                            when p.destination ${isAccount} then -p.amount_cents
                            else 0 end), 0)`;
}

export const netOutflow = (account: string) => netOutflowWhere(`= ${account}`);

export const netOutflowLike = (pattern: string) => netOutflowWhere(`like '${pattern}'`);
