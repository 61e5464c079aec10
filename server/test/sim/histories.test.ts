/** Random histories; `npm run sim` runs any number of them. */
import { describe, it } from 'vitest';
import { expectProof, HISTORIES, PROOF_LIMIT_MS } from './expect-proof.ts';

describe('Random histories with crashes, faults and races (docs/proof.md)', () => {
  it('random histories violate no invariant', () => expectProof(1, HISTORIES), PROOF_LIMIT_MS);
});
