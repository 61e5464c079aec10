/**
 * The size of a test run: `npm test` runs a sample, and `npm run test:full` (QUITTANCE_TEST_FULL=1, read in
 * vitest.config.ts) runs everything. docs/testing.md lists the sampled tests.
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

/** In every other run, webhooks of processors arrive twice and in random order. */
export const isUntidyRun = isFullRun || seed % 2 === 1;

/** Part of the title of a sampled test, so that a failure shows how to reproduce it. */
export const TEST_SEED = isFullRun ? 'all' : `QUITTANCE_TEST_SEED=${seed}`;

/**
 * Returns every n-th item, starting at a different one each day, so that each item is tested within n days. A full
 * run returns all items.
 */
export function rotating<Item>(items: readonly Item[], every: number): readonly Item[] {
  return isFullRun ? items : items.filter((_, index) => index % every === seed % every);
}

export function oneInTurn<Item>(items: readonly Item[], turn: number): readonly Item[] {
  return isFullRun ? items : items.filter((_, index) => index === (turn + seed) % items.length);
}

export function oneOf<Item>(items: readonly Item[], index: number): readonly Item[] {
  return isFullRun ? items : items.slice(index, index + 1);
}

export function sampled<Size>({ sample, full }: { sample: Size; full: Size }): Size {
  return isFullRun ? full : sample;
}
