/** Limits on reads are counted in memory and shared once a second (R23). */
import { MINUTE_MS } from '@quittance/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { createBatchedCounters } from '../../src/platform/limits/batched-counters.ts';
import { freshDatabase } from '../database.ts';

const NOW = fixedClock('2026-11-15T12:00:00.000Z').now();

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let lastKey = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

function twoProcesses() {
  lastKey += 1;
  const key = `publicReads:203.0.113.${lastKey}`;
  const clock = fixedClock(NOW);
  const { database } = fresh;
  const processes = [1, 2].map(() => createBatchedCounters({ database, clock }));
  const [one, two] = processes as [(typeof processes)[0], (typeof processes)[0]]; // because there are two
  const hit = (by = 1) => [{ key, by, resetsAt: addMs(clock.now(), MINUTE_MS) }];
  return { key, clock, one, two, hit };
}

const computeCount = (counted: { count: number }[]) => counted[0]?.count;

async function stored(key: string): Promise<{ count: number; resets_at: Date }[]> {
  const { rows } = await fresh.database.pool.query(
    'select count, resets_at from limits.counters where key = $1',
    [key],
  );
  return rows;
}

describe('Counters of reads (R23)', () => {
  it('read counters count immediately and write only once per second', async () => {
    const { key, one, hit } = twoProcesses();
    expect([1, 2, 3].map(() => computeCount(one.count(hit())))).toEqual([1, 2, 3]);
    expect(await stored(key)).toEqual([]);
    await one.flush();
    expect(await stored(key)).toMatchObject([{ count: 3 }]);
  });

  it('read counters receive the counts of other processes with their next write', async () => {
    const { one, two, hit } = twoProcesses();
    for (let count = 0; count < 60; count += 1) one.count(hit());
    await one.flush();
    expect(computeCount(two.count(hit()))).toBe(1);
    await two.flush();
    expect(computeCount(two.count(hit(0)))).toBe(61);
    expect(computeCount(two.count(hit()))).toBe(62);
  });

  it('read counters write each hit once, however often they flush', async () => {
    const { key, one, two, hit } = twoProcesses();
    one.count(hit());
    two.count(hit());
    await Promise.all([one.flush(), one.flush(), two.flush()]);
    await one.flush();
    expect(await stored(key)).toMatchObject([{ count: 2 }]);
  });

  it('read counters keep the earliest window and restart after its end', async () => {
    const { key, clock, one, two, hit } = twoProcesses();
    one.count(hit());
    await one.flush();
    clock.travelTo(addMs(NOW, MINUTE_MS / 2));
    two.count(hit());
    await two.flush();
    expect(await stored(key)).toEqual([{ count: 2, resets_at: new Date(addMs(NOW, MINUTE_MS)) }]);
    clock.travelTo(addMs(NOW, MINUTE_MS));
    expect(computeCount(two.count(hit(0)))).toBe(0);
    expect(computeCount(two.count(hit()))).toBe(1);
    await two.flush();
    expect(await stored(key)).toMatchObject([{ count: 1 }]);
  });

  it('read counters keep a window that began during the write of the previous window', async () => {
    const { clock, one, hit } = twoProcesses();
    one.count(hit());
    const flushing = one.flush();
    clock.travelTo(addMs(NOW, MINUTE_MS));
    expect(computeCount(one.count(hit()))).toBe(1);
    await flushing;
    expect(computeCount(one.count(hit()))).toBe(2);
  });

  it('read counters keep the counts that the database did not accept', async () => {
    const { key, clock, hit } = twoProcesses();
    let isDown = true;
    const { pool } = fresh.database;
    const outage = new Proxy(pool, {
      get: (target, name) => {
        if (name === 'query' && isDown) return () => Promise.reject(new Error('down'));
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const counters = createBatchedCounters({ database: { pool: outage }, clock });
    counters.count(hit());
    await expect(counters.flush()).rejects.toThrow();
    expect(computeCount(counters.count(hit()))).toBe(2);
    isDown = false;
    await counters.flush();
    expect(await stored(key)).toMatchObject([{ count: 2 }]);
  });

  it('read counters store nothing for a caller that is only looked up', async () => {
    const { key, one, hit } = twoProcesses();
    expect(computeCount(one.count(hit(0)))).toBe(0);
    await one.flush();
    expect(await stored(key)).toEqual([]);
  });
});
