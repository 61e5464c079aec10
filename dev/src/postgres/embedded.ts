/**
 * Starts the embedded Postgres when DATABASE_URL is not set: for one portal, on this machine, for development only.
 * Does not run migrations.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import {
  clusterPath,
  createCluster,
  hasCluster,
  openCluster,
  readPassword,
  SUPERUSER,
} from './cluster.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import {
  type ClusterRun,
  findOrphan,
  isRunning,
  type Postmaster,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { chooseRunAs } from './run-as.ts';
import { pause, waitFor } from './wait.ts';

export type EmbeddedPostgres = { url: string; pid: number; stop(): Promise<void> };

export type EmbeddedOptions = {
  dataDir: string;
  onProgress?: (step: string) => void;
  settings?: Readonly<Record<string, string>>;
};

const DATABASE = 'quittance';
const READY = { everyMs: 15, attemptsMax: 8_000 };
const START_ATTEMPTS_MAX = 40;
const START_RETRY_MS = 250;
/**
 * Transient errors: children of a killed postmaster that are still running, or a port that another process took
 * before Postgres could bind it.
 */
const TRANSIENT = /shared memory block|lock file|could not bind|Address already in use/;

const NO_SUCH_DATABASE = '3D000';
const WRONG_PASSWORD = '28P01';

/** @throws DataFolderInUse if another portal runs on the same folder */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    const { postmaster, password } = await startOrJoin({ ...options, dataDir });
    let stopped: Promise<void> | undefined;
    return {
      url: toUrl(postmaster, password),
      pid: postmaster.pid,
      stop: () => {
        stopped ??= stopPostmaster(postmaster).finally(() => lock.release());
        return stopped;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

export function findRunningPostgres(dataDir: string): string | null {
  const folder = resolve(dataDir);
  const postmaster = findOrphan(clusterPath(folder));
  return postmaster ? toUrl(postmaster, readPassword(folder)) : null;
}

async function startOrJoin({
  dataDir,
  onProgress = () => undefined,
  settings = {},
}: EmbeddedOptions) {
  const cluster = clusterPath(dataDir);
  const orphan = findOrphan(cluster);
  if (orphan !== undefined) {
    onProgress('joining the database that is still running');
    const password = readPassword(dataDir);
    if (await becomesReady(orphan, password)) return { postmaster: orphan, password };
  }
  const runAs = chooseRunAs(findBinaries(join(dataDir, 'cache')));
  if (!hasCluster(dataDir)) {
    onProgress('creating the database');
    await createCluster(dataDir, runAs);
  }
  openCluster(dataDir, runAs);
  const password = readPassword(dataDir);
  onProgress('starting the database');
  const logPath = join(dataDir, 'logs', 'postgres.log');
  const postmaster = await startPostmaster({ cluster, logPath, runAs, settings }, password);
  return { postmaster, password };
}

async function startPostmaster(run: ClusterRun, password: string): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const logBytes = statSync(run.logPath, { throwIfNoEntry: false })?.size ?? 0;
    const postmaster = await spawnPostmaster(run);
    if (await becomesReady(postmaster, password)) return postmaster;
    const output = readFileSync(run.logPath).subarray(logBytes).toString();
    if (isRunning(postmaster)) await stopPostmaster(postmaster);
    if (attempt === START_ATTEMPTS_MAX || !TRANSIENT.test(output)) {
      const reason = /FATAL: +(.*)/.exec(output)?.[1] ?? 'it gave no reason';
      throw new EmbeddedPostgresFailed(`Postgres did not start (${reason}): see ${run.logPath}`);
    }
    await pause(START_RETRY_MS);
  }
}

async function becomesReady(postmaster: Postmaster, password: string): Promise<boolean> {
  const ready = await waitFor(async () => {
    if (!isRunning(postmaster)) return false;
    return (await acceptsQueries(postmaster, password)) || undefined;
  }, READY);
  return ready ?? false;
}

async function acceptsQueries(postmaster: Postmaster, password: string): Promise<boolean> {
  try {
    await query(toUrl(postmaster, password), 'select 1');
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === WRONG_PASSWORD) {
      throw new EmbeddedPostgresFailed('postgres.password is not the password of this database.');
    }
    // Keeps polling while the connection is refused or the server is starting up, recovering or shutting down.
    if (code !== NO_SUCH_DATABASE) return false;
    await query(toUrl(postmaster, password, 'postgres'), `create database ${DATABASE}`);
    return true;
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function toUrl({ port }: Postmaster, password: string, database = DATABASE): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}
