/**
 * Shows that the proof can fail: a short handwritten history finds each seeded bug. `npm test` seeds a different
 * twentieth of them every day; a full run seeds all of them and also runs every history without a bug.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun, rotating, TEST_SEED } from '../../../domain/test/full-run.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { BUGS } from './bugs/all.ts';
import type { Mutation } from './bugs/bug.ts';
import { startWorker, type Worker } from './worker.ts';

let shared: FreshDatabase;
let worker: Worker;

beforeAll(async () => {
  shared = await freshDatabase();
  worker = startWorker();
});
afterAll(async () => {
  worker.end();
  await shared.drop();
});

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LIMIT_MS = 240_000;

/** The process loads the portal again for every bug and forgets none, so a full run needs several. */
const BUGS_PER_PROCESS = 20;
let bugsLoaded = 0;

function renewProcess(): void {
  bugsLoaded += 1;
  if (bugsLoaded % BUGS_PER_PROCESS !== 0) return;
  worker.end();
  worker = startWorker();
}

/** A bug that changes the database gets its own database. */
async function seek({ name: bug, prepare }: (typeof BUGS)[number]) {
  renewProcess();
  if (!prepare) return worker.run({ url: shared.url, bug, seeds: 'given' });
  const own = await freshDatabase();
  try {
    return await worker.run({ url: own.url, bug, seeds: 'given' });
  } finally {
    await own.drop();
  }
}

/**
 * Counts the matches of a mutation in its file, so that a change to the product line requires a change to the
 * mutation.
 */
function occurrences({ file, from }: Mutation): number {
  return readFileSync(join(ROOT, file), 'utf8').split(from).length - 1;
}

describe('Seeded bugs (docs/proof.md)', () => {
  it('every seeded bug matches the lines that it changes', () => {
    const stray = BUGS.filter(({ mutations = [] }) =>
      mutations.some((mutation) => occurrences(mutation) !== 1),
    );
    expect(stray.map(({ name }) => name)).toEqual([]);
  });

  it('every seeded bug is listed with the invariant that catches it', () => {
    const page = readFileSync(join(ROOT, 'docs/proof.md'), 'utf8');
    const missing = BUGS.filter(({ name }) => !page.includes(`| \`${name}\` | `));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it.runIf(isFullRun)(
    'unmodified code triggers no bug detection',
    async () => {
      const { findings } = await worker.run({ url: shared.url, bug: null, seeds: 'given' });
      expect(findings.map(({ text }) => text)).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each(rotating(BUGS, 20))(
    `a seeded bug is caught: $name (${TEST_SEED})`,
    async (bug) => {
      expect((await seek(bug)).findings.length).toBe(1);
    },
    LIMIT_MS,
  );
});
