/**
 * Moves the time of the portal, its worker and the sandbox together (R79). It stops at every event in between, so
 * that charges, notices, retries and returns happen on their day. The portal moves first, so that a processor's
 * webhook never comes from the portal's future.
 */

import { addMonthsFrom, type Instant, instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { addMs } from '@quittance/server/kernel/clock';
import type { JobName } from '@quittance/server/kernel/jobs';
import type pg from 'pg';
import type { MovableClock } from '../portal/movable-clock.ts';
import type { PortalProcesses } from '../portal/portal-processes.ts';
import { waitFor } from '../postgres/wait.ts';
import { findNextEvent, type NextEvent } from './next-event.ts';
import type { SandboxControl } from './sandbox-control.ts';

const ROUNDS = [
  ['due_work', 'check_intents', 'sweep_methods', 'make_refunds'],
  ['send_reminders', 'tell_companies', 'summarize_days', 'fold_balances', 'chain_audit'],
] as const satisfies readonly (readonly JobName[])[];

const RECONCILE = { task: 'reconcile', payload: { onlyStale: true } } as const;

const KEY_PREFIX = 'playground:';

/** A failed job stays in the queue for its next attempt. */
const UNFINISHED = `
select count(*)::int as count from graphile_worker.jobs
where key like '${KEY_PREFIX}%' and (attempts = 0 or locked_at is not null)`;

const DUE = `
select (select count(*) from attempts where state in ('SENT', 'UNKNOWN', 'PENDING') and next_check_at <= $1)
  + (select count(*) from webhook_events where processed_at is null and tries < 3)
  + (select count(*) from outbox where delivered_at is null and not is_bulk and tries < 3
     and (next_try_at is null or next_try_at <= $1)) as count`;

const JOBS_WAIT = { everyMs: 15, attemptsMax: 1000 };
const DUE_WAIT = { everyMs: 40, attemptsMax: 150 };

type Count = { count: number | string };

async function isZero(pool: pg.Pool, query: string, values: unknown[] = []) {
  const { rows } = await pool.query<Count>(query, values);
  return Number(rows[0]?.count) === 0 ? true : undefined;
}

async function enqueue(pool: pg.Pool, task: string, payload: object): Promise<void> {
  await pool.query('select public.enqueue_job($1, $2, now(), $3)', [
    task,
    JSON.stringify(payload),
    `${KEY_PREFIX}${task}`,
  ]);
}

/**
 * Enqueues the recurring jobs for the worker now, instead of at their next minute. Then waits until everything due
 * by the portal's time is done. The queue itself uses the machine's time, so no job waits for a moved clock.
 * The wait ends after some seconds, so that the page can show a processor that hangs.
 */
async function runJobs(pool: pg.Pool, now: Instant): Promise<void> {
  for (const tasks of ROUNDS) {
    for (const task of tasks) await enqueue(pool, task, {});
    await waitFor(() => isZero(pool, UNFINISHED), JOBS_WAIT);
  }
  await waitFor(() => isZero(pool, DUE, [now]), DUE_WAIT);
}

async function runReconciliation(pool: pg.Pool): Promise<void> {
  await enqueue(pool, RECONCILE.task, RECONCILE.payload);
  await waitFor(() => isZero(pool, UNFINISHED), JOBS_WAIT);
}

/** An upper limit for one move; a month has a few dozen stops. */
const STOPS_MAX = 500;

export type Target = 'day' | 'month' | 'next';

export type TravelDeps = {
  pool: pg.Pool;
  clock: MovableClock;
  portal: Pick<PortalProcesses, 'setMovedMs'>;
  sandbox: SandboxControl;
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
