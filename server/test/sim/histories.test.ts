/** A hundred histories; `npm run sim` has as many as one likes. */
import { describe, it } from 'vitest';
import { expectProof, PROOF_LIMIT_MS } from './expect-proof.ts';

describe('Random histories with crashes, faults and races (docs/proof.md)', () => {
  it('violate no invariant', () => expectProof(1, 100), PROOF_LIMIT_MS);
});
