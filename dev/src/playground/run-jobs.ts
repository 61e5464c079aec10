/**
 * Runs the recurring jobs now: by the queue, in the worker, as the minute would. Then waits until everything that is due
 * by the portal's time is done. The queue itself keeps the machine's time, so nothing in it waits for a moved clock.
 */
import type { Instant } from '@quittance/contract/dates';
import type pg from 'pg';
import { waitFor } from '../postgres/wait.ts';

/** In the words of server/src/platform/queue/task-names.ts, which would load half of the server. */
const ROUNDS = [
  ['due_work', 'check_intents', 'sweep_methods', 'make_refunds'],
  ['send_reminders', 'tell_companies', 'summarize_days', 'fold_balances', 'chain_audit'],
] as const;

/** Only companies whose last reconciliation is older than a day. */
const RECONCILE = { task: 'reconcile', payload: { onlyStale: true } } as const;

const KEY_PREFIX = 'playground:';

/** A failed job stays in the queue for its next try. */
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

/** After a wait of some seconds it goes on: a processor that hangs is for the page to show. */
export async function runJobs(pool: pg.Pool, now: Instant): Promise<void> {
  for (const tasks of ROUNDS) {
    for (const task of tasks) await enqueue(pool, task, {});
    await waitFor(() => isZero(pool, UNFINISHED), JOBS_WAIT);
  }
  await waitFor(() => isZero(pool, DUE, [now]), DUE_WAIT);
}

export async function runReconciliation(pool: pg.Pool): Promise<void> {
  await enqueue(pool, RECONCILE.task, RECONCILE.payload);
  await waitFor(() => isZero(pool, UNFINISHED), JOBS_WAIT);
}
