/** The proof can fail: every seeded bug is found, with a seed that is known to reveal it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { BUGS } from './bugs.ts';
import { type InstrumentedDatabase, openInstrumentedDatabase } from './instrumented-database.ts';
import { formatFinding, prove } from './prove.ts';

let fresh: FreshDatabase;
let database: InstrumentedDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openInstrumentedDatabase(fresh.url);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const LIMIT_MS = 120_000;

describe('Seeded bugs (docs/proof.md)', () => {
  for (const bug of BUGS) {
    it(
      `are caught, and nothing else is: ${bug.name}`,
      async () => {
        const assignment = { database, seeds: bug.seeds, shrinkMs: 0, findingsMax: 1 };
        const healthy = await prove({ ...assignment, bug: null });
        expect(healthy.findings.map(formatFinding)).toEqual([]);
        const { findings } = await prove({ ...assignment, bug });
        expect(findings.length).toBe(1);
      },
      LIMIT_MS,
    );
  }
});
