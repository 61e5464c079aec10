/**
 * This process's clock decides when charges are due. If it differs from the database clock, one of the two is wrong
 * and a charge could be a day early, so this process stops making automatic charges. Other processes continue.
 */
import type { Deps } from '../../kernel/deps.ts';
import { readClockSkewMs } from '../../platform/database/database-clock.ts';

const SKEW_MS_MAX = 60_000;

export async function isClockTrue(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
): Promise<boolean> {
  const skewMs = await readClockSkewMs(deps);
  if (Math.abs(skewMs) <= SKEW_MS_MAX) return true;
  deps.log.error(
    { event: 'clock.skewed', skewMs: Math.round(skewMs) },
    'the clocks of this process and of the database differ; due work waits',
  );
  return false;
}
