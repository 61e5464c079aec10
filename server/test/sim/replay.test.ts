/** A seed determines its history: a second run takes the same steps in the same order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneInTurn, sampled } from '../../../domain/test/full-run.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
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

const LIMIT_MS = 120_000;

/** Seeds whose runs once differed, because of a random id and unordered rows. */
const SEEDS = sampled({ sample: [37], full: [7, 9, 15, 37] });

/** Takes turns with the scripted year, which also runs twice the same. */
const isTurn = oneInTurn(['replay', 'year'], 0).includes('replay');

describe.runIf(isTurn)('A history repeated with its seed (docs/proof.md)', () => {
  for (const seed of SEEDS) {
    it(
      `a history with the same seed repeats the same steps: ${seed}`,
      async () => {
        const assignment = { database, bug: null, seeds: [seed], shrinkMs: 0, findingsMax: 1 };
        const first = await prove(assignment);
        expect(first.tally.points).toBeGreaterThan(0);
        expect(await prove(assignment)).toEqual(first);
      },
      LIMIT_MS,
    );
  }
});
