/**
 * All invariants that SQL can check. Small databases are checked by one statement; the nightly check runs
 * the same queries one after the other on one snapshot, so that it needs the memory of one query only.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { METHODS } from './methods.ts';
import { MONEY } from './money.ts';
import { STATE } from './state.ts';

/** The violated invariant, and the row that violates it. */
export type Violation = { invariant: string; subject: string };

export const INVARIANTS = [...MONEY, ...STATE, ...METHODS];

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export const INVARIANT_QUERY = INVARIANTS.map(
  ({ invariant, sql: query }, index) =>
    `select ${quoted(invariant)}::text as invariant, q${index}.subject from (${query}) q${index}`,
).join('\nunion all\n');

/** Of one invariant: a systematic violation must not fill the memory and the log. */
const VIOLATIONS_MAX = 100;

/** For one query over all rows; the limit of ordinary statements is for requests. */
const NIGHTLY = {
  transaction: 'isolation level repeatable read, read only',
  statementTimeout: '10min',
  workMemory: '32MB',
} as const;

export async function readViolations({
  asSystem,
}: Pick<Database, 'asSystem'>): Promise<Violation[]> {
  return asSystem(async (tx) => {
    await tx.execute(sql.raw(`set transaction ${NIGHTLY.transaction}`));
    await tx.execute(sql.raw(`set local statement_timeout = '${NIGHTLY.statementTimeout}'`));
    await tx.execute(sql.raw(`set local work_mem = '${NIGHTLY.workMemory}'`));
    const found: Violation[] = [];
    for (const { invariant, sql: query } of INVARIANTS) {
      const limited = `select q.subject from (${query}) q limit ${VIOLATIONS_MAX}`;
      const { rows } = await tx.execute<{ subject: string }>(sql.raw(limited));
      found.push(...rows.map(({ subject }) => ({ invariant, subject })));
    }
    return found;
  });
}
