import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { openLogSink } from './log-sink.ts';

const FULL = '/dev/full';

describe('The log', () => {
  it.runIf(existsSync(FULL))(
    'the log drops and counts lines while the disk is full and then continues',
    async () => {
      const sink = openLogSink({ descriptor: openSync(FULL, 'w') });
      const log = createLog('info', sink);
      for (let count = 0; count < 100; count += 1) log.info({ event: 'server.started' }, 'a line');
      await expect.poll(() => sink.dropped()).toBe(100);
      log.fatal({ event: 'server.started' }, 'a line that is flushed');
      await expect.poll(() => sink.dropped()).toBe(101);
      sink.flushSync();
    },
  );

  it('the log drops lines instead of buffering them when the reader stalls', async () => {
    const sink = openLogSink({ descriptor: openSync(FULL, 'w'), bytesMax: 100 });
    for (let count = 0; count < 50; count += 1) sink.write(`${'x'.repeat(40)}\n`);
    expect(sink.dropped()).toBeGreaterThan(40);
  });

  it('the log writes every line in order and flushes the remaining lines at the end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quittance-log-'));
    const path = join(folder, 'log');
    const sink = openLogSink({ descriptor: openSync(path, 'a') });
    const lines = Array.from({ length: 1000 }, (_, index) => `${index}\n`);
    for (const line of lines) sink.write(line);
    await expect.poll(() => readFileSync(path, 'utf8').length).toBe(lines.join('').length);
    sink.write('first\n');
    sink.write('last\n');
    sink.flushSync();
    await expect.poll(() => readFileSync(path, 'utf8')).toContain('last\n');
    expect(readFileSync(path, 'utf8').startsWith(lines.join(''))).toBe(true);
    rmSync(folder, { recursive: true });
  });
});
