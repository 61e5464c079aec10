/**
 * The offset by which the playground has moved the portal's time. It is stored in the data folder, so that it
 * survives a restart.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pathIn = (dataDir: string) => join(dataDir, 'moved-time.json');

export function readMovedMs(dataDir: string): number {
  try {
    const stored: unknown = JSON.parse(readFileSync(pathIn(dataDir), 'utf8'));
    return typeof stored === 'number' && Number.isFinite(stored) ? stored : 0;
  } catch {
    // The file does not exist before the first move.
    return 0;
  }
}

export function writeClockOffsetMs(dataDir: string, movedMs: number): void {
  writeFileSync(pathIn(dataDir), `${movedMs}\n`, { mode: 0o600 });
}
