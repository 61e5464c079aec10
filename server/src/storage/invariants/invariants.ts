/**
 * Every invariant that the database can be asked about, as one statement: all of them look at the same
 * moment, whatever else is being written.
 */
import { METHODS } from './methods.ts';
import { MONEY } from './money.ts';
import { STATE } from './state.ts';

/** The sentence that is not true, and of what. */
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
