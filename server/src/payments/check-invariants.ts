/**
 * The promises that must hold after any history, asked of the database itself. Run at the end of
 * every scenario and every night; each row it returns is a sentence about what is broken.
 */
import type { Database } from '../storage/database.ts';
import { INVARIANT_QUERIES } from '../storage/invariants.ts';

export type Violation = { invariant: string; subject: string };

export async function checkInvariants({ pool }: Pick<Database, 'pool'>): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { invariant, sql } of INVARIANT_QUERIES) {
    const { rows } = await pool.query<{ subject: string }>(sql);
    for (const { subject } of rows) violations.push({ invariant, subject });
  }
  return violations;
}
