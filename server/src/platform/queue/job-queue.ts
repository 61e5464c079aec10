/** Queues a job to run later. Work that is due now is found directly in its table (ADR 0066). */
import type { Instant } from '@quittance/contract/dates';
import { sql } from 'drizzle-orm';
import type { Tx } from '../database/database.ts';

export type Job = {
  task: string;
  payload: Readonly<Record<string, string | boolean>>;
  runAt: Instant;
  /** A second job with the same key replaces the first one, unless the first has started. */
  key: string;
};

export async function enqueueJob(tx: Tx, { task, payload, runAt, key }: Job): Promise<void> {
  await tx.execute(sql`select public.enqueue_job(
    ${task}, ${JSON.stringify(payload)}::json, ${runAt}::timestamptz, ${key})`);
}
