/**
 * Chooses the account that runs Postgres, which refuses uid 0. For root, the first choice is a user namespace, in
 * which the files still belong to root, and the second an unprivileged account.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { type Binaries, copyBinaries } from './binaries.ts';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';

export type Account = { uid: number; gid: number };

export type RunAs = {
  binaries: Binaries;
  /** The required owner of the cluster's files; undefined if it is the current user. */
  owner: Account | undefined;
  /** Returns the path of the cluster for a Postgres whose working directory is the cluster. */
  clusterArgument(cluster: string): string;
  command(program: string, args: readonly string[]): Command;
};

export type Command = { file: string; args: string[]; options: Partial<Account> };

const OVERFLOW_ID = '65534';
const ACCOUNTS = ['postgres', 'nobody'];
/** Writable by root only, so that no other account can replace the programs. */
const ROOT_CACHE_DIR = '/var/cache/quittance';

export function chooseRunAs(binaries: Binaries): RunAs {
  if (process.getuid?.() !== 0) return runAsOurselves(binaries);
  const namespaced = runInNamespace(binaries);
  if (canRun(namespaced)) return namespaced;
  for (const name of ACCOUNTS) {
    const account = findAccount(name);
    if (account === undefined) continue;
    const dropped = runAsAccount(binaries, account);
    if (canRun(dropped)) return dropped;
    // The checkout is probably inside a private home folder, so a copy is run from a reachable path.
    const copied = runAsAccount(copyBinaries(binaries, ROOT_CACHE_DIR), account);
    if (canRun(copied)) return copied;
  }
  throw new EmbeddedPostgresFailed(
    'Postgres does not run as root, and here neither a user namespace nor the accounts ' +
      `${ACCOUNTS.join(' and ')} can run it: start as an ordinary user, or set DATABASE_URL.`,
  );
}

function runAsOurselves(binaries: Binaries): RunAs {
  return {
    binaries,
    owner: undefined,
    clusterArgument: (cluster) => cluster,
    command: (file, args) => ({ file, args: [...args], options: {} }),
  };
}

function runInNamespace(binaries: Binaries): RunAs {
  const identity = ['--user', `--map-user=${OVERFLOW_ID}`, `--map-group=${OVERFLOW_ID}`];
  return {
    binaries,
    owner: { uid: 0, gid: 0 },
    clusterArgument: throughWorkingFolder,
    command: (file, args) => ({
      file: 'unshare',
      args: [...identity, '--', file, ...args],
      options: {},
    }),
  };
}

function runAsAccount(binaries: Binaries, account: Account): RunAs {
  return {
    binaries,
    owner: account,
    clusterArgument: throughWorkingFolder,
    command: (file, args) => ({ file, args: [...args], options: account }),
  };
}

/**
 * The account owns the cluster but may lack access to a parent folder, such as a 0700 home. On Linux, the working
 * directory is a path that needs no such access. On other systems, the path must be reachable.
 */
function throughWorkingFolder(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

function canRun(runAs: RunAs): boolean {
  const { file, args, options } = runAs.command(runAs.binaries.postgres, ['--version']);
  return spawnSync(file, args, { ...options, cwd: '/', stdio: 'ignore' }).status === 0;
}

function findAccount(name: string): Account | undefined {
  const readId = (flag: string) =>
    Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  try {
    return { uid: readId('-u'), gid: readId('-g') };
  } catch {
    return undefined;
  }
}
