// Tests with real processes that are actually killed. They share one data folder because creating a cluster takes a
// second, while restarting it takes almost no time.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { DataFolderInUse } from './data-folder-lock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

type Portal = { pid: number; url: string; databasePid: number };

const HERE = fileURLToPath(new URL('.', import.meta.url));
const WORKSPACE = join(HERE, '..', '..');
/** The child process runs the build output because Node 20 does not run TypeScript. */
const LAUNCHER = pathToFileURL(join(WORKSPACE, 'dist', 'postgres', 'embedded.js')).href;
const IS_ROOT = process.getuid?.() === 0;

const scratch = mkdtempSync(join(tmpdir(), 'quittance-embedded-'));
const dataDir = join(scratch, 'data');
let running: EmbeddedPostgres[] = [];

afterEach(async () => {
  await Promise.all(running.map((database) => database.stop()));
  running = [];
});

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

describe('Embedded Postgres', () => {
  it('embedded Postgres starts in an empty folder, password-protected, on loopback, in UTC and UTF-8', async () => {
    const steps: string[] = [];
    const { url } = await start((step) => steps.push(step));
    expect(steps).toEqual(['creating the database', 'starting the database']);
    expect(url).toMatch(/^postgres:\/\/quittance:[\w-]{32}@127\.0\.0\.1:\d+\/quittance$/);
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    const settings = await rows(
      url,
      `select name, setting from pg_settings where name in ('fsync', 'listen_addresses',
        'password_encryption', 'server_encoding', 'TimeZone', 'unix_socket_directories')
        order by lower(name)`,
    );
    expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'fsync=on',
      'listen_addresses=127.0.0.1',
      'password_encryption=scram-sha-256',
      'server_encoding=UTF8',
      'TimeZone=UTC',
      'unix_socket_directories=',
    ]);
  });

  it('embedded Postgres refuses a connection without the password', async () => {
    const { url } = await start();
    const stranger = url.replace(/:[\w-]{32}@/, ':guess@');
    await expect(rows(stranger, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('embedded Postgres keeps its data and password across restarts', async () => {
    const first = await start();
    await rows(first.url, `create table notes as select 'kept' as note`);
    await first.stop();
    const second = await start();
    expect(toPassword(second.url)).toBe(toPassword(first.url));
    expect(await rows(second.url, 'select note from notes')).toEqual([{ note: 'kept' }]);
  });

  it('the data folder and its logs become private even if other users could read them before', async () => {
    const database = await start();
    const log = join(dataDir, 'logs', 'postgres.log');
    const toMode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const modes = () => [dataDir, join(dataDir, 'logs'), log].map(toMode);
    expect(modes()).toEqual(['700', '700', '600']);
    await database.stop();
    chmodSync(dataDir, 0o755);
    chmodSync(log, 0o644);
    await start();
    expect(modes()).toEqual(['700', '700', '600']);
  });

  it('stopping embedded Postgres twice succeeds', async () => {
    const database = await start();
    await Promise.all([database.stop(), database.stop()]);
    await database.stop();
  });

  it('embedded Postgres refuses a second portal on the same folder, in any process', async () => {
    await start();
    await expect(start()).rejects.toThrow(DataFolderInUse);
    await expect(startPortal()).rejects.toThrow(
      `DataFolderInUse: The data folder ${dataDir} is in use by another portal ` +
        `(process ${process.pid})`,
    );
  });

  it('a new portal connects to the database left running by a killed portal', async () => {
    const portal = await startPortal();
    await killAtOnce([portal.pid]);
    const steps: string[] = [];
    const adopted = await start((step) => steps.push(step));
    expect(adopted.pid).toBe(portal.databasePid);
    expect(steps).toEqual(['joining the database that is still running']);
    await adopted.stop();
    expect(isAlive(adopted.pid)).toBe(false);
  });

  it('embedded Postgres recovers committed data after all database processes were killed', async () => {
    const portal = await startPortal();
    await rows(portal.url, `create table ledger as select 10000 as amount_cents`);
    await killAtOnce([portal.pid, portal.databasePid, ...toChildren(portal.databasePid)]);
    const recovered = await start();
    expect(recovered.pid).not.toBe(portal.databasePid);
    expect(await rows(recovered.url, 'select * from ledger')).toEqual([{ amount_cents: 10000 }]);
  });

  it('embedded Postgres recovers when only the postmaster was killed and its children still run', async () => {
    const portal = await startPortal();
    await killAtOnce([portal.pid, portal.databasePid]);
    const recovered = await start();
    expect(await rows(recovered.url, 'select * from ledger')).toHaveLength(1);
  });

  it('embedded Postgres starts when the pid in a stale postmaster.pid belongs to another process', async () => {
    const stale = [process.pid, join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready'];
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${stale.join('\n')}\n`);
    const database = await start();
    expect(await rows(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('embedded Postgres reports that the database password file is missing', async () => {
    rmSync(join(dataDir, 'postgres.password'));
    await expect(start()).rejects.toThrow(
      /password and .*postgres\.password is gone: put the file/,
    );
  });

  it.runIf(IS_ROOT)(
    'embedded Postgres runs as root in a private folder without user namespaces',
    async () => {
      const home = join(scratch, 'home');
      mkdirSync(home, { mode: 0o700 });
      const portal = await startPortal({ folder: join(home, 'data'), path: pathWithoutUnshare() });
      expect(await rows(portal.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(statSync(join(home, 'data', 'postgres')).uid).not.toBe(0);
      await killAtOnce([portal.pid, portal.databasePid]);
    },
  );
});

async function start(onProgress?: (step: string) => void): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres(
    onProgress === undefined ? { dataDir } : { dataDir, onProgress },
  );
  running.push(database);
  return database;
}

async function startPortal({ folder = dataDir, path = '/usr/local/bin:/usr/bin:/bin' } = {}) {
  const program = `
    import { startEmbeddedPostgres } from '${LAUNCHER}';
    const database = await startEmbeddedPostgres({ dataDir: process.argv[1] })
      .catch((error) => ({ refusal: String(error) }));
    process.stdout.write(JSON.stringify(database));
    if (database.pid) setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    env: { PATH: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  const { pid, url, refusal } = JSON.parse(String(said));
  if (refusal !== undefined || child.pid === undefined) throw new Error(refusal);
  return { pid: child.pid, url, databasePid: pid } satisfies Portal;
}

async function killAtOnce(pids: number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await expect.poll(() => pids.some(isAlive), { interval: 10 }).toBe(false);
}

function toChildren(parent: number): number[] {
  return processTable().flatMap(({ pid, ppid }) => (ppid === parent ? [pid] : []));
}

function isAlive(pid: number): boolean {
  return processTable().some((entry) => entry.pid === pid && !entry.state.startsWith('Z'));
}

function processTable() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' });
  return lines.split('\n').map((line) => {
    const [pid, ppid, state = ''] = line.trim().split(/\s+/);
    return { pid: Number(pid), ppid: Number(ppid), state };
  });
}

/** Simulates a container that forbids user namespaces: `unshare` fails. */
function pathWithoutUnshare(): string {
  const bin = join(scratch, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n');
  chmodSync(join(bin, 'unshare'), 0o755);
  return `${bin}:/usr/local/bin:/usr/bin:/bin`;
}

async function rows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function toPassword(url: string): string {
  return new URL(url).password;
}
