/**
 * All invariants that SQL can check. Small databases are checked by one statement; the nightly check runs
 * the same queries one after the other on one snapshot, so that it needs the memory of one query only.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { METHODS } from './methods.ts';
import { MONEY } from './money.ts';
import { PARTS } from './parts.ts';
import type { InvariantQuery } from './query.ts';
import { STATE } from './state.ts';

/** The violated invariant, and the row that violates it. */
export type Violation = { invariant: string; subject: string };

export const INVARIANTS = [...MONEY, ...PARTS, ...STATE, ...METHODS];

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export const INVARIANT_QUERY = INVARIANTS.map(
  ({ invariant, sql: query }, index) =>
    `select ${quoted(invariant)}::text as invariant, q${index}.subject from (${query}) q${index}`,
).join('\nunion all\n');

/** Of one invariant: a systematic violation must not fill the memory and the log. */
const VIOLATIONS_MAX = 100;

/**
 * For a transaction of queries over all rows. Hash joins only: their work is proportional to the rows, whatever
 * the planner believes about the tables. The limit of ordinary statements is for requests.
 */
export const NIGHTLY_SETTINGS = [
  'set transaction isolation level repeatable read, read only',
  "set local statement_timeout = '10min'",
  "set local work_mem = '32MB'",
  'set local enable_nestloop = off',
  'set local enable_mergejoin = off',
] as const;

/** Materialized: otherwise the limit makes the planner prefer plans that find the first rows early. */
export function nightlyQuery({ sql: query }: InvariantQuery): string {
  return `with q as materialized (${query}) select q.subject from q limit ${VIOLATIONS_MAX}`;
}

export async function readViolations({
  asSystem,
}: Pick<Database, 'asSystem'>): Promise<Violation[]> {
  return asSystem(async (tx) => {
    for (const setting of NIGHTLY_SETTINGS) await tx.execute(sql.raw(setting));
    const found: Violation[] = [];
    for (const query of INVARIANTS) {
      const { rows } = await tx.execute<{ subject: string }>(sql.raw(nightlyQuery(query)));
      found.push(...rows.map(({ subject }) => ({ invariant: query.invariant, subject })));
    }
    return found;
  });
}
