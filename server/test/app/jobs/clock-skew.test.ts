/** A process whose clock differs from the database clock charges nothing on its own (docs/operations.md). */
import { HOUR_MS } from '@quittance/contract/durations';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { isClockTrue } from '../../../src/app/jobs/check-clock.ts';
import { addMs, type Clock, systemClock } from '../../../src/kernel/clock.ts';
import { readClockSkewMs } from '../../../src/platform/database/database-clock.ts';
import { useDatabase } from '../../database.ts';

const fresh = useDatabase();

const shifted = (ms: number): Clock => ({
  ...systemClock,
  now: () => addMs(systemClock.now(), ms),
});

async function look(clock: Clock) {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  const isTrue = await isClockTrue({ database: fresh.database, clock, log });
  return { isTrue, lines: lines.map((line) => JSON.parse(line)) };
}

describe('The clock of a process', () => {
  it('the process clock is compared with the database clock before due work runs', async () => {
    expect(await look(systemClock)).toEqual({ isTrue: true, lines: [] });
    expect(await look(shifted(50_000))).toMatchObject({ isTrue: true });
  });

  it.each([HOUR_MS, -HOUR_MS])(
    'due work stops when the clock is off by %i ms, and the error is logged',
    async (ms) => {
      const { isTrue, lines } = await look(shifted(ms));
      expect(isTrue).toBe(false);
      expect(lines).toMatchObject([{ event: 'clock.skewed' }]);
      expect(Math.abs(lines[0].skewMs + ms)).toBeLessThan(60_000);
    },
  );

  it('a clock moved by the playground does not count as wrong (R79)', async () => {
    const moved: Clock = { ...shifted(HOUR_MS), movedMs: () => HOUR_MS };
    expect(await look(moved)).toEqual({ isTrue: true, lines: [] });
  });

  it('a slow database response does not make the clock count as wrong', async () => {
    const times = [0, HOUR_MS];
    const slow: Clock = {
      ...systemClock,
      // Simulates a query that started half an hour ago and returns half an hour from now.
      now: () => addMs(systemClock.now(), (times.shift() ?? 0) - HOUR_MS / 2),
    };
    expect(await readClockSkewMs({ database: fresh.database, clock: slow })).toBe(0);
  });
});
