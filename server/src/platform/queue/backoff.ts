/** Decides when failed work is retried and when to give up. */
import type { Instant } from '@quittance/contract/dates';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Entropy } from '../../kernel/entropy.ts';

export type Backoff = {
  /** Delays after the first, second, … try. The last delay applies to all later tries. */
  pausesMs: readonly [number, ...number[]];
  /**
   * Maximum fraction by which a delay is shortened at random, so that work that failed together is not retried
   * together.
   */
  jitter?: number;
  /** Number of the last try. Without it, the job decides when to give up. */
  triesMax?: number;
};

function chance({ bytes }: Entropy): number {
  const [high = 0, low = 0] = bytes(2);
  return (256 * high + low) / 65_536;
}

export function nextTryAt(
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { pausesMs, jitter }: Backoff,
  tries: number,
): Instant {
  const pauseMs = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? pausesMs[0];
  const part = jitter ? 1 - jitter * chance(entropy) : 1;
  return addMs(clock.now(), Math.round(pauseMs * part));
}
