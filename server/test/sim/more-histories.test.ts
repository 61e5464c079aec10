/** More random histories, in a separate file so that two workers share them. */
import { describe, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { expectProof, HISTORIES, PROOF_LIMIT_MS } from './expect-proof.ts';

describe.runIf(isFullRun)('Random histories with crashes, faults and races (docs/proof.md)', () => {
  it(
    'random histories in the second half violate no invariant',
    () => expectProof(101, HISTORIES),
    PROOF_LIMIT_MS,
  );
});
