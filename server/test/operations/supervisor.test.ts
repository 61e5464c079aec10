/** Several server processes on one port (ADR 0065): one that is killed is replaced, and all stop together. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { emptyDatabase, type FreshDatabase } from '../database.ts';
import { freePort } from '../world/portal-process.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const PATIENCE = { timeout: 60_000, interval: 100 } as const;
const TEST_MS_MAX = 120_000;

let fresh: FreshDatabase;
let dataDir: string;
let supervisor: ChildProcess;
let url: string;

beforeAll(async () => {
  fresh = await emptyDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'quittance-processes-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  supervisor = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      DATABASE_URL: fresh.url,
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(32).toString('base64'),
      PORT: String(port),
      PROCESSES: '2',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
}, TEST_MS_MAX);
afterAll(async () => {
  if (supervisor.exitCode === null && supervisor.signalCode === null) {
    const ended = once(supervisor, 'exit');
    supervisor.kill('SIGKILL');
    await ended;
  }
  await fresh.drop();
  await rm(dataDir, { recursive: true, force: true });
}, TEST_MS_MAX);

/** The processes that the supervisor has started. */
function serverPids(): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString();
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === supervisor.pid)
    .map(([pid = 0]) => pid);
}

async function isReady(): Promise<boolean> {
  // Every connection may reach another process.
  const answer = fetch(`${url}/api/ready`, { headers: { connection: 'close' } });
  return answer.then(
    ({ ok }) => ok,
    () => false,
  );
}

describe.runIf(isFullRun)('Several server processes', () => {
  it('share a port, are replaced when they die, and stop together', {
    timeout: TEST_MS_MAX,
  }, async () => {
    await expect.poll(() => serverPids().length, PATIENCE).toBe(2);
    await expect.poll(isReady, PATIENCE).toBe(true);

    const [killed = 0] = serverPids();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => serverPids().filter((pid) => pid !== killed).length, PATIENCE).toBe(2);
    await expect.poll(isReady, PATIENCE).toBe(true);

    const ended = once(supervisor, 'exit');
    const servers = serverPids();
    supervisor.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    for (const pid of servers) expect(() => process.kill(pid, 0)).toThrow();
  });
});
