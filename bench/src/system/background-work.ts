/** Waits until the portal's background jobs are done, so that they do not overlap with the next measurement. */
import type pg from 'pg';
import { sleep } from './portal.ts';

const POLL_MS = 200;
const WAIT_MS_MAX = 120_000;

type What = { withWebhooks?: boolean };

async function countDueWork(pool: pg.Pool, { withWebhooks = false }: What): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select (select count(*) from outbox where delivered_at is null)
       + (select count(*) from graphile_worker._private_jobs where is_available and run_at <= now())
       + (select count(*) from graphile_worker._private_jobs where locked_at is not null)
       + (select count(*) from webhook_events where processed_at is null and $1) as count`,
    [withWebhooks],
  );
  return Number(rows[0]?.count ?? 0);
}

export async function untilIdle(pool: pg.Pool, what: What = {}): Promise<number> {
  const beganMs = performance.now();
  while ((await countDueWork(pool, what)) > 0) {
    if (performance.now() - beganMs > WAIT_MS_MAX)
      throw new Error('the jobs do not come to an end');
    await sleep(POLL_MS);
  }
  return (performance.now() - beganMs) / 1000;
}

/** Deletes jobs scheduled for later, such as the status check 30 seconds after each payment. */
export async function dropLaterWork(pool: pg.Pool): Promise<void> {
  await pool.query(
    'delete from graphile_worker._private_jobs where is_available and run_at > now()',
  );
}
