/**
 * Rate-limit counters, shared by all server processes. System scope only. A window starts with the first hit and
 * has a fixed length. A hit of zero reads without counting.
 */
import type { Instant } from '@quittance/contract/dates';
import { desc, gt, lte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { limitCounters } from '../../schema/limits.ts';
import type { Database, Tx } from '../database/database.ts';

export type Hit = { key: string; by: number; resetsAt: Instant };
export type CounterRow = { key: string; count: number; resetsAt: Instant };

/** Uses one statement, in key order, so that concurrent processes cannot deadlock. */
export async function countHits(
  tx: Pick<Tx, 'insert'>,
  hits: readonly Hit[],
  now: Instant,
): Promise<CounterRow[]> {
  if (hits.length === 0) return [];
  const rows = hits
    .map(({ key, by, resetsAt }) => ({ key, count: by, resetsAt }))
    .sort((left, right) => (left.key < right.key ? -1 : 1));
  const isOver = sql`${limitCounters.resetsAt} <= ${now}`;
  return tx
    .insert(limitCounters)
    .values(rows)
    .onConflictDoUpdate({
      target: limitCounters.key,
      set: {
        count: sql`case when ${isOver} then excluded.count
          else greatest(0, ${limitCounters.count} + excluded.count) end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at
          else ${limitCounters.resetsAt} end`,
      },
    })
    .returning();
}

/**
 * Runs without a transaction: all requests of a client update the same row, and a transaction would hold its lock
 * for two more round trips.
 */
export function countHitsAlone(
  { pool }: Pick<Database, 'pool'>,
  hits: readonly Hit[],
  now: Instant,
): Promise<CounterRow[]> {
  return countHits(drizzle(pool), hits, now);
}

const LIST_MAX = 500;

export async function listCounters(tx: Tx, now: Instant): Promise<CounterRow[]> {
  return tx
    .select()
    .from(limitCounters)
    .where(gt(limitCounters.resetsAt, now))
    .orderBy(desc(limitCounters.count))
    .limit(LIST_MAX);
}

export async function deleteCountersBefore(tx: Tx, now: Instant): Promise<void> {
  await tx.delete(limitCounters).where(lte(limitCounters.resetsAt, now));
}
