/** The proof can fail: every seeded bug is found, by seeds that are known to fall quickly. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { BUGS } from './bugs.ts';
import { type InstrumentedDatabase, openInstrumentedDatabase } from './instrumented-database.ts';
import { prove } from './prove.ts';

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

describe('Bugs put in from the outside (docs/proof.md)', () => {
  for (const bug of BUGS) {
    it(`are caught: ${bug.name}`, async () => {
      const { findings } = await prove({
        ...{ database, bug, shrinkMs: 0, findingsMax: 1 },
        seeds: bug.seeds,
      });
      expect(findings.length).toBe(1);
    }, 120_000);
  }
});
