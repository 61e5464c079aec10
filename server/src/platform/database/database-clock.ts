/** The clock of the database, beside that of this process. */
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from './database.ts';

/**
 * How far the clock of the database is ahead of ours, at least: the time that the question was on its way is
 * subtracted. What our clock was moved on purpose is no difference.
 */
export async function readClockSkewMs({
  database: { pool },
  clock,
}: {
  database: Pick<Database, 'pool'>;
  clock: Clock;
}): Promise<number> {
  const machineMs = () => Date.parse(clock.now()) - (clock.movedMs?.() ?? 0);
  const askedMs = machineMs();
  const { rows } = await pool.query<{ ms: string }>(
    'select extract(epoch from statement_timestamp()) * 1000 as ms',
  );
  const answeredMs = machineMs();
  const theirsMs = Number(rows[0]?.ms);
  if (theirsMs > answeredMs) return theirsMs - answeredMs;
  return theirsMs < askedMs ? theirsMs - askedMs : 0;
}
