/** One half of the random histories of a test run, on its own database. */
import { expect } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { freshDatabase } from '../database.ts';
import { openInstrumentedDatabase } from './instrumented-database.ts';
import { formatFinding, prove } from './prove.ts';

export const PROOF_LIMIT_MS = 600_000;

export const HISTORIES = sampled({ sample: 2, full: 100 });

const SHRINK_MS = 30_000;

export async function expectProof(firstSeed: number, count: number): Promise<void> {
  const fresh = await freshDatabase();
  const database = openInstrumentedDatabase(fresh.url);
  try {
    const seeds = Array.from({ length: count }, (_, index) => firstSeed + index);
    const assignment = { database, bug: null, seeds, shrinkMs: SHRINK_MS, findingsMax: 1 };
    const { tally, findings } = await prove(assignment);
    expect(findings.map(formatFinding)).toEqual([]);
    expect(tally.histories).toBe(count);
    // A proof that tests nothing would also pass. Two histories need not have a crash.
    expect(tally.crashes).toBeGreaterThanOrEqual(Math.floor(count / 3));
    expect(tally.charges).toBeGreaterThanOrEqual(count / 3);
  } finally {
    await database.close();
    await fresh.drop();
  }
}
