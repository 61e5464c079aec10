/** Deletes data past its retention period (R54), every night. */
import { DAY_MS } from '@quittance/contract/durations';
import { addMs } from '../kernel/clock.ts';
import type { RetentionDays } from '../kernel/config.ts';
import type { Deps } from '../kernel/deps.ts';
import { deleteExpired, RETAINED } from './retention.ts';

export async function applyRetention(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  days: RetentionDays,
): Promise<Readonly<Record<string, number>>> {
  const now = clock.now();
  const deleted: Record<string, number> = {};
  for (const what of RETAINED) {
    deleted[what] = await deleteExpired(database, what, addMs(now, -days[what] * DAY_MS));
  }
  log.info({ event: 'retention.applied', deleted }, 'rows past their retention were deleted');
  return deleted;
}
