/** When failed work is tried again, and when it is given up. */
import type { Instant } from '@quittance/contract/dates';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Entropy } from '../../kernel/entropy.ts';

export type Backoff = {
  /** After the first, second, … try; then as after the last. */
  pausesMs: readonly [number, ...number[]];
  /** A pause is shorter by up to this part, at random: what failed together is not tried again together. */
  jitter?: number;
  /** The last try; without it, the job decides when it gives up. */
  triesMax?: number;
};

/** From 0 to 1, without 1. */
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
