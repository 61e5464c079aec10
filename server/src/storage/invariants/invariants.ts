/** All invariants that SQL can check, as one statement, so that all see the same snapshot. */
import { METHODS } from './methods.ts';
import { MONEY } from './money.ts';
import { STATE } from './state.ts';

/** The violated invariant, and the row that violates it. */
export type Violation = { invariant: string; subject: string };

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export const INVARIANT_QUERY = [...MONEY, ...STATE, ...METHODS]
  .map(
    ({ invariant, sql }, index) =>
      `select ${quoted(invariant)}::text as invariant, q${index}.subject from (${sql}) q${index}`,
  )
  .join('\nunion all\n');
