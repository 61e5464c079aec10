/**
 * The same script must produce the same ledger, regardless of ids, the order of concurrent charges and the time of
 * the run (R79).
 */
import { describe, expect, it } from 'vitest';
import { oneInTurn, sampled } from '../../../domain/test/full-run.ts';
import { liveScriptedYear } from './scripted-year.ts';

/**
 * The hash of the ledger after the year. It changes only if the rules of plans, retries, notices or fees change.
 */
const YEAR_HASH = 'b0e6140b285c04c6073f7c7d6f27dc8d4eed80640b3df707325350a0ae9bdffe';

const RUNS = sampled({ sample: 1, full: 3 });

/** Takes turns with the replay of a history. */
const isTurn = oneInTurn(['replay', 'year'], 0).includes('year');

describe.runIf(isTurn)('A scripted year (R79)', () => {
  it('a scripted year ends with the same ledger hash on every run', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const { hash, lines } = await liveScriptedYear();
      expect(lines).toContain(
        'invoice Harbor Dental Y-PLAN PAYMENT_PLAN_COLLECTED 600000 600000 2027-01-09',
      );
      expect(hash).toBe(YEAR_HASH);
    }
  });
});
