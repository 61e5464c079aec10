import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts';
import { processIdentity } from './process-identity.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quittance-lock-'));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

describe('Data folder lock', () => {
  it('the data folder lock admits one holder and reports that holder to the second process', () => {
    lockDataFolder(dataDir);
    expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUse);
    expect(() => lockDataFolder(dataDir)).toThrow(
      `The data folder ${dataDir} is in use by another portal (process ${process.pid}): ` +
        'stop that one, or set DATA_DIR to a different folder.',
    );
  });

  it('the data folder lock is available again after each release', () => {
    lockDataFolder(dataDir).release();
    lockDataFolder(dataDir).release();
    lockDataFolder(dataDir);
    expect(readdirSync(dataDir)).toEqual(['portal-3.lock']);
  });

  it('a new process takes over the data folder lock of a process that has ended', () => {
    writeLock('portal-4.lock', { pid: 2_147_483_646, identity: 'long gone' });
    lockDataFolder(dataDir);
    expect(readdirSync(dataDir)).toEqual(['portal-5.lock']);
  });

  it('a new process takes over the data folder lock when the recorded pid was reused', () => {
    writeLock('portal-1.lock', { pid: process.pid, identity: 'an earlier process' });
    expect(() => lockDataFolder(dataDir)).not.toThrow();
  });

  it('the data folder lock is unavailable while its holder runs, even with older lock files', () => {
    writeLock('portal-1.lock', { pid: 2_147_483_646, identity: 'long gone' });
    writeLock('portal-10.lock', { pid: process.pid, identity: processIdentity(process.pid) });
    expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUse);
  });

  it('the data folder lock ignores an unreadable lock file', () => {
    writeFileSync(join(dataDir, 'portal-2.lock'), 'not json');
    expect(() => lockDataFolder(dataDir)).not.toThrow();
  });
});

describe('Process identity', () => {
  it('the identity of a running process is stable', () => {
    const identity = processIdentity(process.pid);
    expect(identity).toBeDefined();
    expect(processIdentity(process.pid)).toBe(identity);
  });

  it('two running processes have different identities', () => {
    expect(processIdentity(process.ppid)).not.toBe(processIdentity(process.pid));
  });

  it('an unused pid has no process identity', () => {
    expect(processIdentity(2_147_483_646)).toBeUndefined();
  });
});

function writeLock(name: string, holder: object): void {
  writeFileSync(join(dataDir, name), JSON.stringify(holder));
}
