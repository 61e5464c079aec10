/** Facts for the outside world, stored with the fact and handed out later, at least once. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { enqueueJob } from './job-queue.ts';
import { outbox } from './schema/operations.ts';

export const DELIVER_OUTBOX = 'deliver_outbox';

export type OutboxRow = typeof outbox.$inferSelect;

export type OutboxEntry = { companyId: CompanyId; topic: string; payload: unknown; at: Instant };

export async function addToOutbox(tx: Tx, { at, ...entry }: OutboxEntry): Promise<void> {
  await tx.insert(outbox).values({ ...entry, createdAt: at });
  await enqueueJob(tx, { task: DELIVER_OUTBOX, payload: {}, runAt: at, key: DELIVER_OUTBOX });
}

/** System scope. Rows another process is delivering are skipped, not waited for. */
export async function takeUndelivered(tx: Tx, limit: number): Promise<OutboxRow[]> {
  return tx
    .select()
    .from(outbox)
    .where(isNull(outbox.deliveredAt))
    .orderBy(asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

type RowKey = { companyId: CompanyId; id: number };

export async function markDelivered(tx: Tx, key: RowKey, at: Instant): Promise<void> {
  await tx
    .update(outbox)
    .set({ deliveredAt: at, tries: sql`${outbox.tries} + 1` })
    .where(and(eq(outbox.companyId, key.companyId), eq(outbox.id, key.id)));
}
