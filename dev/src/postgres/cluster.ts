/**
 * The cluster on disk: its creation, password, owner and version. Creation is atomic: a killed process
 * leaves no partial cluster.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import type { Account, RunAs } from './run-as.ts';

export const SUPERUSER = 'quittance';

const UNFINISHED = 'postgres.new-';

export function clusterPath(dataDir: string): string {
  return join(dataDir, 'postgres');
}

function passwordPath(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

export function hasCluster(dataDir: string): boolean {
  return existsSync(join(clusterPath(dataDir), 'PG_VERSION'));
}

export async function createCluster(dataDir: string, runAs: RunAs): Promise<void> {
  removeUnfinished(dataDir);
  const scratch = join(dataDir, `${UNFINISHED}${process.pid}`);
  const cluster = join(scratch, 'data');
  const password = randomBytes(24).toString('base64url');
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  writeFileSync(join(scratch, 'password'), password, { mode: 0o600 });
  if (runAs.owner !== undefined) changeOwner(scratch, runAs.owner);
  await initdb(cluster, runAs);

  writeFileSync(passwordPath(dataDir), password, { mode: 0o600 });
  renameSync(cluster, clusterPath(dataDir));
  syncFolder(dataDir);
  removeUnfinished(dataDir);
}

export function openCluster(dataDir: string, runAs: RunAs): void {
  const cluster = clusterPath(dataDir);
  if (runAs.owner !== undefined && lstatSync(cluster).uid !== runAs.owner.uid) {
    changeOwner(cluster, runAs.owner);
  }
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const ours = runAs.binaries.version.split('.')[0];
  if (found !== ours) {
    throw new EmbeddedPostgresFailed(
      `${cluster} was written by Postgres ${found} and we bring ${ours}: ` +
        'set DATA_DIR to a new folder, or move the data with pg_dump.',
    );
  }
}

export function readPassword(dataDir: string): string {
  const path = passwordPath(dataDir);
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  throw new EmbeddedPostgresFailed(
    `The database has a password and ${path} is gone: put the file back, ` +
      `or remove ${clusterPath(dataDir)} to begin with an empty database.`,
  );
}

async function initdb(cluster: string, runAs: RunAs): Promise<void> {
  const { file, args, options } = runAs.command(runAs.binaries.initdb, [
    `--pgdata=${runAs.clusterArgument(cluster)}`,
    `--username=${SUPERUSER}`,
    '--pwfile=../password',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]);
  try {
    await promisify(execFile)(file, args, { ...options, cwd: cluster });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new EmbeddedPostgresFailed(`The database could not be created: ${said}`, {
      cause: error,
    });
  }
}

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function changeOwner(path: string, owner: Account): void {
  lchownSync(path, owner.uid, owner.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) changeOwner(join(path, name), owner);
}

/** Makes the rename durable before the first commit. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
