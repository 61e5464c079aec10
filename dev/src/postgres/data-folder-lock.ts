/**
 * Allows one portal process per data folder. The lock file contains its holder's pid and identity, so the lock of a
 * killed process is recognized and taken over. It does not work across machines.
 * Locks are numbered, and a new holder creates the next number, which only one process can do. A takeover therefore
 * never has two owners.
 */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from './process-identity.ts';

export type DataFolderLock = { release(): void };

type Holder = { pid: number; identity: string };

const NAME = /^portal-(\d+)\.lock$/;

export class DataFolderInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is in use by another portal (process ${pid}): ` +
        'stop that one, or set DATA_DIR to a different folder.',
    );
    this.name = 'DataFolderInUse';
  }
}

export function lockDataFolder(dataDir: string): DataFolderLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // An older or copied folder may be accessible to others, but it contains secrets and personal data.
  chmodSync(dataDir, 0o700);
  for (;;) {
    const newest = Math.max(0, ...lockNumbers(dataDir));
    const holder = newest > 0 ? readHolder(lockPath(dataDir, newest)) : undefined;
    if (holder !== undefined && processIdentity(holder.pid) === holder.identity) {
      throw new DataFolderInUse(dataDir, holder.pid);
    }
    const mine = newest + 1;
    if (createLock(dataDir, mine)) return heldLock(dataDir, mine);
  }
}

function heldLock(dataDir: string, mine: number): DataFolderLock {
  for (const number of lockNumbers(dataDir)) {
    if (number < mine) rmSync(lockPath(dataDir, number), { force: true });
  }
  return {
    // The file stays, without a holder, so that the next process continues the numbering.
    release: () => {
      const scratch = writeScratch(dataDir, '{}');
      renameSync(scratch, lockPath(dataDir, mine));
    },
  };
}

function createLock(dataDir: string, number: number): boolean {
  const identity = processIdentity(process.pid) ?? '';
  const scratch = writeScratch(dataDir, JSON.stringify({ pid: process.pid, identity }));
  try {
    // A hard link appears atomically with its content, whereas a plain write could be read half-finished.
    linkSync(scratch, lockPath(dataDir, number));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(scratch, { force: true });
  }
  // If others took and released the lock in the meantime, this number is already outdated.
  const isNewest = Math.max(...lockNumbers(dataDir)) === number;
  if (!isNewest) rmSync(lockPath(dataDir, number), { force: true });
  return isNewest;
}

function writeScratch(dataDir: string, content: string): string {
  const scratch = join(dataDir, `portal-${randomUUID()}.lock.new`);
  writeFileSync(scratch, content);
  return scratch;
}

function readHolder(path: string): Holder | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content !== 'object' || content === null) return undefined;
    if (!('pid' in content) || !('identity' in content)) return undefined;
    const { pid, identity } = content;
    return typeof pid === 'number' && typeof identity === 'string' ? { pid, identity } : undefined;
  } catch {
    return undefined;
  }
}

function lockNumbers(dataDir: string): number[] {
  return readdirSync(dataDir).flatMap((name) => {
    const number = NAME.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function lockPath(dataDir: string, number: number): string {
  return join(dataDir, `portal-${number}.lock`);
}
