/** The transactional outbox: events and mails, written with their cause and delivered at least once. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { matching } from '../keys.ts';
import { outbox } from '../schema/operations.ts';
import { enqueueJob } from './job-queue.ts';

export const DELIVER_OUTBOX = 'deliver_outbox';
export const DELIVER_MAIL = 'deliver_mail';

export const MAIL_TOPIC = 'mail';
/** Requests for sign-in mail. Looked up outside the request, so that its timing reveals no accounts. */
export const SIGN_IN_REQUESTED = 'sign_in_asked';
export const LINK_REQUESTED = 'link_asked';

/** Delivered by a separate task, so that a slow mail server does not delay events. */
const MAIL_TOPICS = [MAIL_TOPIC, SIGN_IN_REQUESTED, LINK_REQUESTED];

export type OutboxRow = typeof outbox.$inferSelect;

export type OutboxEntry = { companyId: CompanyId; topic: string; payload: unknown; at: Instant };

export async function addToOutbox(tx: Tx, { at, ...entry }: OutboxEntry): Promise<void> {
  await tx.insert(outbox).values({ ...entry, createdAt: at });
  const task = MAIL_TOPICS.includes(entry.topic) ? DELIVER_MAIL : DELIVER_OUTBOX;
  enqueueJob(tx, { task, payload: {}, runAt: at, key: task });
}

/** System scope. Skips rows that another process is delivering. */
export async function lockUndelivered(tx: Tx, limit: number): Promise<OutboxRow[]> {
  return tx
    .select()
    .from(outbox)
    .where(and(isNull(outbox.deliveredAt), notInArray(outbox.topic, MAIL_TOPICS)))
    .orderBy(asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

export type Claim = { topics: readonly string[]; now: Instant; leaseUntil: Instant; limit: number };

/**
 * System scope. Leases rows for a delivery that outlasts a transaction; after the lease another process
 * may claim them.
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
    // `any(array(…))` runs the subquery once; with `in`, Postgres may repeat it and exceed the limit.
    .where(sql`${outbox.id} = any(array(${due}))`)
    .returning();
  return rows.sort((left, right) => left.id - right.id);
}

type RowKey = { companyId: CompanyId; id: number };

const isRow = ({ companyId, id }: RowKey) => matching(outbox, { companyId, id });

export async function markDelivered(tx: Tx, key: RowKey, at: Instant): Promise<void> {
  await tx
    .update(outbox)
    .set({ deliveredAt: at, tries: sql`${outbox.tries} + 1` })
    .where(isRow(key));
}

/** Marks a claimed row as delivered and removes sealed secrets and typed text from its payload. */
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

export async function retryAt(tx: Tx, key: RowKey, at: Instant): Promise<void> {
  await tx.update(outbox).set({ nextTryAt: at }).where(isRow(key));
}
