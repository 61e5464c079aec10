/**
 * The size of a proof: `npm test` runs a sample, `npm run test:full` (QUITTANCE_TEST_FULL=1, read in
 * vitest.config.ts) the full set. docs/testing.md lists what is sampled.
 */
import { inject } from 'vitest';

declare module 'vitest' {
  // An augmentation has to be an interface.
  interface ProvidedContext {
    isFullRun: boolean;
    kills: number;
  }
}

export const isFullRun = inject('isFullRun');

/** One of several alike, such as processors; all in a full run. */
export function oneOf<Item>(items: readonly Item[], index: number): readonly Item[] {
  return isFullRun ? items : items.slice(index, index + 1);
}

export function sampled<Size>({ sample, full }: { sample: Size; full: Size }): Size {
  return isFullRun ? full : sample;
}
