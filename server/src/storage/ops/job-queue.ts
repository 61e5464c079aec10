/** Queues a job in the transaction that causes it. The job reads the current row; its payload is a key. */
import type { Instant } from '@quittance/contract/dates';
import { sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';

export type Job = {
  task: string;
  payload: Readonly<Record<string, string | boolean>>;
  runAt: Instant;
  /** A second job with the same key replaces the first one unless that has started. */
  key: string;
};

export async function enqueueJob(tx: Tx, job: Job): Promise<void> {
  await tx.execute(sql`select public.enqueue_job(
    ${job.task}, ${JSON.stringify(job.payload)}::json, ${job.runAt}::timestamptz, ${job.key})`);
}
