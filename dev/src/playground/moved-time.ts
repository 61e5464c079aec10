/** How far the playground has moved the portal's time, kept in the data folder so that a restart goes on from there. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pathIn = (dataDir: string) => join(dataDir, 'moved-time.json');

export function readMovedMs(dataDir: string): number {
  try {
    const stored: unknown = JSON.parse(readFileSync(pathIn(dataDir), 'utf8'));
    return typeof stored === 'number' && Number.isFinite(stored) ? stored : 0;
  } catch {
    // It is written by the first move.
    return 0;
  }
}

export function writeMovedMs(dataDir: string, movedMs: number): void {
  writeFileSync(pathIn(dataDir), `${movedMs}\n`, { mode: 0o600 });
}
