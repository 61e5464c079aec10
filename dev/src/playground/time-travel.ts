/**
 * Moves the time of the portal, its worker and the sandbox together (R79). On the way it stops at every event, so that
 * charges, notices, retries and returns happen on their day. The portal moves first: a processor's webhook is then never
 * from its future.
 */

import { addMonthsFrom, type Instant, instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { addMs } from '@quittance/server/kernel/clock';
import type pg from 'pg';
import type { MovableClock } from '../portal/movable-clock.ts';
import type { PortalProcesses } from '../portal/portal-processes.ts';
import { findNextEvent, type NextEvent } from './next-event.ts';
import { runJobs, runReconciliation } from './run-jobs.ts';
import type { SandboxControl } from './sandbox-control.ts';

/** Stops of one move; a month has a few dozen. */
const STOPS_MAX = 500;

export type Target = 'day' | 'month' | 'next';

export type TravelDeps = {
  pool: pg.Pool;
  clock: MovableClock;
  portal: Pick<PortalProcesses, 'setMovedMs'>;
  sandbox: SandboxControl;
  /** Remembers the moved time for the next start. */
  store(movedMs: number): void;
};

export type TimeTravel = ReturnType<typeof createTimeTravel>;

const msBetween = (from: string, to: string) => Date.parse(to) - Date.parse(from);

export function createTimeTravel({ pool, clock, portal, sandbox, store }: TravelDeps) {
  async function jumpTo(at: Instant): Promise<void> {
    const byMs = msBetween(clock.now(), at);
    if (byMs > 0) {
      const movedMs = clock.movedMs() + byMs;
      clock.setMovedMs(movedMs);
      store(movedMs);
      await portal.setMovedMs(movedMs);
    }
    const { now: theirs } = await sandbox.clock();
    const behindMs = Math.round(msBetween(theirs, clock.now()));
    if (behindMs > 0) await sandbox.advance(behindMs);
    await sandbox.flushWebhooks();
    await runJobs(pool, clock.now());
  }

  async function next(): Promise<NextEvent | null> {
    const { nextTaskAt } = await sandbox.clock();
    return findNextEvent({ pool, sandboxNextAt: nextTaskAt, now: clock.now() });
  }

  /** Every event on the way, and then the moment itself. */
  async function travelTo(until: Instant, onStop: (event: NextEvent) => void = () => undefined) {
    for (let stops = 0; stops < STOPS_MAX; stops += 1) {
      const event = await next();
      if (!event || event.at > until) break;
      onStop(event);
      await jumpTo(event.at);
    }
    await jumpTo(until);
    await runReconciliation(pool);
  }

  function monthLater(): Instant {
    const now = clock.now();
    return instant(`${addMonthsFrom(clock.today('UTC'), 1)}${now.slice('2026-01-01'.length)}`);
  }

  return {
    next,
    jumpTo,
    travelTo,
    async travel(target: Target): Promise<NextEvent | null> {
      if (target === 'day') await travelTo(addMs(clock.now(), DAY_MS));
      if (target === 'month') await travelTo(monthLater());
      if (target !== 'next') return null;
      const event = await next();
      if (event) await jumpTo(event.at);
      return event;
    },
  };
}
