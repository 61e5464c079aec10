/**
 * Queues a job in the transaction that causes it, as the last thing the transaction does: most
 * transactions queue one of the same few jobs. The job reads the current row; its payload is a key.
 */
import type { Instant } from '@quittance/contract/dates';
import { sql } from 'drizzle-orm';
import { callBeforeCommit, type Tx } from '../database.ts';

export type Job = {
  task: string;
  payload: Readonly<Record<string, string | boolean>>;
  runAt: Instant;
  /** A second job with the same key replaces the first one unless that has started. */
  key: string;
};

export function enqueueJob(tx: Tx, { task, payload, runAt, key }: Job): void {
  const call = sql`public.enqueue_job(
    ${task}, ${JSON.stringify(payload)}::json, ${runAt}::timestamptz, ${key})`;
  callBeforeCommit(tx, key, call);
}
