/**
 * Starts the postmaster, finds one that outlived its portal, and stops it. The content of postmaster.pid is
 * verified against the system before it is used.
 */
import { spawn } from 'node:child_process';
import {
  closeSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EMBEDDED_CLUSTER } from '@quittance/server/platform/database/postgres-facts';
import { freePort } from '../free-port.ts';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import { askPs, processIdentity } from './process-identity.ts';
import type { RunAs } from './run-as.ts';
import { waitFor } from './wait.ts';

export type Postmaster = { pid: number; port: number; identity: string };

const LOG_BYTES_MAX = 10_000_000;
/** Above every system's pid limit, so no process has this pid. */
const UNUSED_PID = 2_147_483_647;

const SETTINGS = {
  // The check that refuses live processor keys relies on this name.
  cluster_name: EMBEDDED_CLUSTER,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Plans that were made before a table had statistics may read every row of a company. They are replaced after the
  // first analysis.
  autovacuum_naptime: '10s',
};

export type ClusterRun = {
  cluster: string;
  logPath: string;
  runAs: RunAs;
  settings: Readonly<Record<string, string>>;
};

/** The process is `detached`, so Ctrl-C in the terminal reaches only the portal, which then shuts Postgres down. */
export async function spawnPostmaster(run: ClusterRun): Promise<Postmaster> {
  const { cluster, logPath, runAs } = run;
  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, ...run.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const { file, args, options } = runAs.command(runAs.binaries.postgres, [
    '-D',
    runAs.clusterArgument(cluster),
    '-p',
    String(port),
    ...settings,
  ]);
  const log = openLog(logPath);
  const child = spawn(file, args, {
    ...options,
    cwd: cluster,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  // A program that cannot be run has no pid, which is checked below.
  child.on('error', () => undefined);
  const { pid } = child;
  if (pid === undefined) throw new EmbeddedPostgresFailed(`${file} cannot be run.`);
  return { pid, port, identity: processIdentity(pid) ?? 'already ended' };
}

export function findOrphan(cluster: string): Postmaster | undefined {
  const { pid, port } = readPidFile(cluster);
  if (pid === undefined) return undefined;
  const identity = processIdentity(pid);
  if (identity === undefined || !isPostmaster(cluster, pid)) {
    clearPid(cluster);
    return undefined;
  }
  return port === undefined ? undefined : { pid, port, identity };
}

export function isRunning({ pid, identity }: Postmaster): boolean {
  return processIdentity(pid) === identity;
}

/** Fast shutdown (SIGINT) rolls back open transactions; immediate shutdown (SIGQUIT) is the fallback. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  for (const { signal, timing } of [
    { signal: 'SIGINT', timing: { everyMs: 10, attemptsMax: 3_000 } },
    { signal: 'SIGQUIT', timing: { everyMs: 10, attemptsMax: 500 } },
  ] as const) {
    if (!isRunning(postmaster)) return;
    process.kill(postmaster.pid, signal);
    const ended = await waitFor(() => (isRunning(postmaster) ? undefined : true), timing);
    if (ended) return;
  }
  throw new EmbeddedPostgresFailed(`Postgres (process ${postmaster.pid}) does not stop.`);
}

/**
 * If the pid in a stale postmaster.pid belongs to another process, Postgres refuses to start. Only the pid is
 * replaced, because the file also holds the shared memory key, which guards against children that are still
 * writing.
 */
function clearPid(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  const lines = readFileSync(path, 'utf8').split('\n');
  const cleared = [String(UNUSED_PID), ...lines.slice(1)].join('\n');
  writeFileSync(path, cleared);
}

function readPidFile(cluster: string): { pid?: number; port?: number } {
  try {
    // The lines are: pid, data folder, start time, port, socket folder, address, shared memory key, state.
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    const port = Number(lines[3]);
    if (!Number.isInteger(pid) || pid <= 0) return {};
    return port > 0 ? { pid, port } : { pid };
  } catch {
    return {};
  }
}

/** Identified by its working directory, which is the cluster. */
function isPostmaster(cluster: string, pid: number): boolean {
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') return askPs(pid, 'command=')?.includes(cluster) ?? false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES_MAX) renameSync(path, `${path}.1`);
  const log = openSync(path, 'a', 0o600);
  fchmodSync(log, 0o600);
  return log;
}
