// Decides as whom Postgres runs. It refuses uid 0, so for root we look for another name to run it
// under: first a user namespace, in which the files stay root's, then an unprivileged account.
import { execFileSync, spawnSync } from 'node:child_process';
import { type Binaries, copyBinaries } from './binaries.ts';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';

export type Account = { uid: number; gid: number };

export type RunAs = {
  binaries: Binaries;
  /** Who must own the cluster, as the file system sees it; undefined when it is ours anyway. */
  owner: Account | undefined;
  /** How to name the cluster to Postgres when its working folder is the cluster. */
  clusterArgument(cluster: string): string;
  command(program: string, args: readonly string[]): Command;
};

export type Command = { file: string; args: string[]; options: Partial<Account> };

const OVERFLOW_ID = '65534';
const ACCOUNTS = ['postgres', 'nobody'];
/** Only root gets here, and only root can write there, so nobody else can plant a program. */
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
    // The checkout is probably below a private home folder: run a copy from a reachable place.
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
 * The account may be unable to walk to the cluster (a 0700 home folder lies in between), yet it owns
 * the cluster and is started inside it. This name leads there without the walk, so we need not open
 * anybody's home folder. Only Linux has it; elsewhere the path itself must be reachable.
 */
function throughWorkingFolder(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

function canRun(runAs: RunAs): boolean {
  const { file, args, options } = runAs.command(runAs.binaries.postgres, ['--version']);
  return spawnSync(file, args, { ...options, cwd: '/', stdio: 'ignore' }).status === 0;
}

function findAccount(name: string): Account | undefined {
  const ask = (flag: string) =>
    Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}
