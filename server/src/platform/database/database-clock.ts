import type { Clock } from '../../kernel/clock.ts';
import type { Database } from './database.ts';

/**
 * Returns the minimum time by which the database clock is ahead of ours. The duration of the query is subtracted. A
 * deliberate shift of our clock does not count as a difference.
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
