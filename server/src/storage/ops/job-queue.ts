/** Jobs are hints written with the fact they hint at; the row they point to is the truth. */
import type { Instant } from '@quittance/contract/dates';
import { sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';

export type Job = {
  task: string;
  payload: Record<string, string>;
  runAt: Instant;
  /** A second job under the same key replaces the first while it has not started. */
  key: string;
};

export async function enqueueJob(tx: Tx, job: Job): Promise<void> {
  await tx.execute(sql`select public.enqueue_job(
    ${job.task}, ${JSON.stringify(job.payload)}::json, ${job.runAt}::timestamptz, ${job.key})`);
}
