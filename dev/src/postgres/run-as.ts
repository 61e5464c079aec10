/**
 * Chooses the account that runs Postgres, which refuses to run as root. If the current user is root, a user
 * namespace is preferred because the files then still belong to root. The fallback is an unprivileged account.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { type Binaries, copyBinaries } from './binaries.ts';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';

export type Account = { uid: number; gid: number };

export type RunAs = {
  binaries: Binaries;
  owner: Account | undefined;
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
    // The checkout is probably inside a private home folder, so a copy is run from an accessible path.
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
 * The account owns the cluster but may lack access to a parent folder, such as a home folder with mode 0700. On
 * Linux, the working directory can be referred to by a path that does not need that access. On other systems, the
 * real path must be accessible.
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
