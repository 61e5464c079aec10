/** A worker can be stopped at any time, even before it has started, and trusts no wrong clock (ADR 0065). */
import { HOUR_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { startWorker } from '../../../src/app/jobs/worker.ts';
import { addMs, type Clock, systemClock } from '../../../src/kernel/clock.ts';
import { useWorld } from '../../world/world.ts';

const world = useWorld();
const mailer = { send: async () => undefined, close: () => undefined };

describe('A worker', () => {
  it('a worker can be stopped during startup', async () => {
    const { deps, realtime } = world;
    const worker = startWorker(deps, { realtime, mail: { mailer, address: 'portal@example.com' } });
    await worker.stop();
    expect(worker.isRunning()).toBe(false);
  });

  it('a process whose clock is wrong runs no schedules, and a true one forgets runs in the future', async () => {
    const { deps, realtime } = world;
    const { pool } = deps.database;
    const outlets = { realtime, mail: { mailer, address: 'portal@example.com' } };
    const readRuns = async () =>
      (
        await pool.query(
          `select (last_execution > now() + interval '1 hour') is true as "isFuture"
           from graphile_worker._private_known_crontabs`,
        )
      ).rows;
    const running = async (clock: Clock) => {
      const worker = startWorker({ ...deps, clock }, outlets);
      await expect.poll(() => worker.isRunning(), { timeout: 60_000 }).toBe(true);
      return worker;
    };
    await pool.query('delete from graphile_worker._private_known_crontabs');
    const ahead = { ...systemClock, now: () => addMs(systemClock.now(), 26 * HOUR_MS) };
    const wrong = await running(ahead);
    expect(await readRuns()).toEqual([]);
    await wrong.stop();
    const first = await running(systemClock);
    await first.stop();
    await pool.query(`update graphile_worker._private_known_crontabs
      set last_execution = now() + interval '26 hours'`);
    const second = await running(systemClock);
    await second.stop();
    const runs = await readRuns();
    expect(runs.length).toBeGreaterThan(10);
    expect(runs.filter(({ isFuture }) => isFuture)).toEqual([]);
  });
});
