/** S9: an attempt is closed as never seen only when the processor cannot execute its order any more. */
import type { Database } from '../../src/storage/database.ts';
import type { Violation } from '../../src/storage/invariants/invariants.ts';
import type { SimulatorState } from './simulator-state.ts';

const FAILED = `select id from attempts where state = 'FAILED' and id = any($1::uuid[])`;

/** Only the records of the processor know which orders are still waiting there. */
export async function closedTooEarly(
  { pool }: Pick<Database, 'pool'>,
  { later }: Pick<SimulatorState, 'later'>,
): Promise<Violation[]> {
  const waiting = later.flatMap(({ reference }) => reference ?? []);
  if (waiting.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>({ text: FAILED, values: [waiting] });
  return rows.map(({ id: subject }) => ({
    invariant: 'S9: nothing is closed as failed while the processor may still charge it',
    subject,
  }));
}
