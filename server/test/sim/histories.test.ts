/** Two hundred histories of the whole core on a real database; ten times as many by `npm run sim`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { type InstrumentedDatabase, openInstrumentedDatabase } from './instrumented-database.ts';
import { prove, tell } from './prove.ts';

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

const HISTORIES = 200;
const LIMIT_MS = 120_000;

describe('Random histories with crashes, faults and races (docs/proof.md)', () => {
  it(
    'violate no invariant',
    async () => {
      const seeds = Array.from({ length: HISTORIES }, (_, index) => index + 1);
      const { tally, findings } = await prove({
        database,
        bug: null,
        seeds,
        shrinkMs: 20_000,
        findingsMax: 1,
      });
      expect(findings.map(tell)).toEqual([]);
      expect(tally.histories).toBe(HISTORIES);
      expect(tally.crashes).toBeGreaterThan(HISTORIES);
      expect(tally.charges).toBeGreaterThan(HISTORIES);
    },
    LIMIT_MS,
  );
});
