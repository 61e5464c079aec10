/**
 * The size of a test run: `npm test` runs a sample, `npm run test:full` (QUITTANCE_TEST_FULL=1, read in
 * vitest.config.ts) the full set. docs/testing.md lists the sampled tests.
 */
import { inject } from 'vitest';

declare module 'vitest' {
  // Module augmentation requires an interface.
  interface ProvidedContext {
    isFullRun: boolean;
    kills: number;
    seed: number;
  }
}

export const isFullRun = inject('isFullRun');

const seed = inject('seed');

/** For the title of a test that samples, so that a failure names what repeats it. */
export const TEST_SEED = isFullRun ? 'all' : `QUITTANCE_TEST_SEED=${seed}`;

/** Every n-th item, from another one on every day; all in a full run. After n days each item was met. */
export function rotating<Item>(items: readonly Item[], every: number): readonly Item[] {
  return isFullRun ? items : items.filter((_, index) => index % every === seed % every);
}

/** The item whose turn it is, another one every day; all in a full run. */
export function oneInTurn<Item>(items: readonly Item[], turn: number): readonly Item[] {
  return isFullRun ? items : items.filter((_, index) => index === (turn + seed) % items.length);
}

/** Returns one of several equivalent items, such as processors, or all of them in a full run. */
export function oneOf<Item>(items: readonly Item[], index: number): readonly Item[] {
  return isFullRun ? items : items.slice(index, index + 1);
}

export function sampled<Size>({ sample, full }: { sample: Size; full: Size }): Size {
  return isFullRun ? full : sample;
}
