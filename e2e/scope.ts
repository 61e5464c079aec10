/**
 * `npm test` runs a sample of the permutations, and `npm run test:full` runs all of them (docs/testing.md). A test
 * tagged FULL_ONLY runs only in the full run.
 */
export const isFull = process.env['QUITTANCE_TEST_FULL'] === '1';

const FULL_TAG = '@full';

export const FULL_ONLY = { tag: FULL_TAG } as const;

export function sampledIf(isSampled: boolean): { tag?: string } {
  return isSampled ? {} : FULL_ONLY;
}

export const EXCLUDED = isFull ? undefined : new RegExp(FULL_TAG);
