/** Facts for the outside world, stored with the fact and handed out later, at least once. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { enqueueJob } from './job-queue.ts';
import { outbox } from './schema/operations.ts';

export const DELIVER_OUTBOX = 'deliver_outbox';
export const DELIVER_MAIL = 'deliver_mail';

/** Mails have a delivery of their own: a slow mail server must not hold up the events. */
export const MAIL_TOPIC = 'mail';

export type OutboxRow = typeof outbox.$inferSelect;

export type OutboxEntry = { companyId: CompanyId; topic: string; payload: unknown; at: Instant };

export async function addToOutbox(tx: Tx, { at, ...entry }: OutboxEntry): Promise<void> {
  await tx.insert(outbox).values({ ...entry, createdAt: at });
  const task = entry.topic === MAIL_TOPIC ? DELIVER_MAIL : DELIVER_OUTBOX;
  await enqueueJob(tx, { task, payload: {}, runAt: at, key: task });
}

/** System scope. Rows another process is delivering are skipped, not waited for. */
export async function takeUndelivered(tx: Tx, limit: number): Promise<OutboxRow[]> {
  return tx
    .select()
    .from(outbox)
    .where(and(isNull(outbox.deliveredAt), ne(outbox.topic, MAIL_TOPIC)))
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
