/** An import that is killed midway and repeated is complete and has no duplicates. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFullRun } from '../../../../domain/test/full-run.ts';
import { type FreshDatabase, freshDatabase } from '../../database.ts';
import { commandLine, SETTINGS, toAnswer } from '../../world/command-line.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/app/quittance.js', import.meta.url));
const ACCOUNT = [
  '--processor',
  'payengine',
  '--merchant-id',
  'mer_sandbox_harbor',
  '--public-key',
  'pk_test_sandbox_harbor',
];
/** More than one batch, the first of which is committed before the kill. */
const ROWS = 25_000;

let fresh: FreshDatabase;
let folder: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'quittance-killed-'));
});
afterAll(async () => {
  await fresh.drop();
  await rm(folder, { recursive: true });
});

async function count(): Promise<number> {
  const { rows } = await fresh.database.pool.query<{ count: string }>(
    'select count(*) as count from customers',
  );
  return Number(rows[0]?.count);
}

it.runIf(isFullRun)(
  'a killed import continues where it stopped',
  { timeout: 120_000 },
  async () => {
    const quittance = commandLine(fresh.url);
    const create = ['company', 'create', 'harbor', '--name', 'Harbor', ...ACCOUNT];
    await toAnswer(quittance, create, 'sk_test_sandbox_harbor');
    const path = join(folder, 'customers.csv');
    const rows = Array.from({ length: ROWS }, (_, index) => `K-${index},Ada,Pine${index}`);
    await writeFile(path, ['customerRef,firstName,lastName', ...rows].join('\n'));
    const words = ['import', path, '--company', 'harbor', '--kind', 'customers'];
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      env: { ...process.env, ...SETTINGS, DATABASE_URL: fresh.url },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await expect.poll(count, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await ended;
    const before = await count();
    const report = await toAnswer(quittance, words);
    expect(report).toMatchObject({ added: ROWS - before, unchanged: before, refused: 0 });
    expect(await count()).toBe(ROWS);
  },
);
