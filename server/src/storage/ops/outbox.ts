/** Facts for the outside world, stored with the fact and handed out later, at least once. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { outbox } from '../schema/operations.ts';
import { enqueueJob } from './job-queue.ts';

export const DELIVER_OUTBOX = 'deliver_outbox';
export const DELIVER_MAIL = 'deliver_mail';

export const MAIL_TOPIC = 'mail';
/** Somebody asked to be mailed a way in; whether anybody is, is found out apart from their call. */
export const SIGN_IN_ASKED = 'sign_in_asked';
export const LINK_ASKED = 'link_asked';

/** Delivered by a task of their own: a slow mail server must not hold up the events. */
const BY_MAIL = [MAIL_TOPIC, SIGN_IN_ASKED, LINK_ASKED];

export type OutboxRow = typeof outbox.$inferSelect;

export type OutboxEntry = { companyId: CompanyId; topic: string; payload: unknown; at: Instant };

export async function addToOutbox(tx: Tx, { at, ...entry }: OutboxEntry): Promise<void> {
  await tx.insert(outbox).values({ ...entry, createdAt: at });
  const task = BY_MAIL.includes(entry.topic) ? DELIVER_MAIL : DELIVER_OUTBOX;
  await enqueueJob(tx, { task, payload: {}, runAt: at, key: task });
}

/** System scope. Rows another process is delivering are skipped, not waited for. */
export async function takeUndelivered(tx: Tx, limit: number): Promise<OutboxRow[]> {
  return tx
    .select()
    .from(outbox)
    .where(and(isNull(outbox.deliveredAt), notInArray(outbox.topic, BY_MAIL)))
    .orderBy(asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

export type Claim = { topics: readonly string[]; now: Instant; leaseUntil: Instant; limit: number };

/**
 * System scope. Takes rows for a delivery that lasts longer than a transaction should: they are ours
 * until the lease ends, and somebody else's after that.
 */
export async function claimUndelivered(tx: Tx, claim: Claim): Promise<OutboxRow[]> {
  const due = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.deliveredAt),
        inArray(outbox.topic, [...claim.topics]),
        or(isNull(outbox.nextTryAt), lte(outbox.nextTryAt, claim.now)),
      ),
    )
    .orderBy(asc(outbox.id))
    .limit(claim.limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(outbox)
    .set({ nextTryAt: claim.leaseUntil, tries: sql`${outbox.tries} + 1` })
    // As an array it is asked once; within `in` Postgres may ask again, and take more than the limit.
    .where(sql`${outbox.id} = any(array(${due}))`)
    .returning();
  return rows.sort((left, right) => left.id - right.id);
}

type RowKey = { companyId: CompanyId; id: number };

const isRow = (key: RowKey) => and(eq(outbox.companyId, key.companyId), eq(outbox.id, key.id));

export async function markDelivered(tx: Tx, key: RowKey, at: Instant): Promise<void> {
  await tx
    .update(outbox)
    .set({ deliveredAt: at, tries: sql`${outbox.tries} + 1` })
    .where(isRow(key));
}

/** Of a row that was claimed. Its words are wiped: addresses and sealed secrets have no further use. */
export async function finishClaimed(tx: Tx, key: RowKey, at: Instant): Promise<void> {
  await tx
    .update(outbox)
    .set({
      deliveredAt: at,
      nextTryAt: null,
      payload: sql`${outbox.payload} - 'secretSealed' - 'typed'`,
    })
    .where(isRow(key));
}

export async function tryAgainAt(tx: Tx, key: RowKey, at: Instant): Promise<void> {
  await tx.update(outbox).set({ nextTryAt: at }).where(isRow(key));
}
