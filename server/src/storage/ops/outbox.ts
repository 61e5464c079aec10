/** The transactional outbox: events and mails, written with their cause and delivered at least once. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { matching } from '../keys.ts';
import { insertAhead } from '../rows.ts';
import { IS_EVENT, IS_MAIL, MAIL_TOPICS, outbox } from '../schema/operations.ts';
import { wakeAfterCommit } from '../transaction.ts';

export const DELIVER_OUTBOX = 'deliver_outbox';
export const DELIVER_MAIL = 'deliver_mail';

/** Requests for sign-in mail are looked up outside the request, so that its timing reveals no accounts. */
export const [MAIL_TOPIC, SIGN_IN_REQUESTED, LINK_REQUESTED] = MAIL_TOPICS;

/** Delivered by a separate task, so that a slow mail server does not delay events. */
const isMail = (topic: string) => MAIL_TOPICS.some((mail) => mail === topic);

export type OutboxRow = typeof outbox.$inferSelect;

export type OutboxEntry = { companyId: CompanyId; topic: string; payload: unknown; at: Instant };

export async function addToOutbox(tx: Tx, { at, ...entry }: OutboxEntry): Promise<void> {
  insertAhead(tx, outbox, { ...entry, createdAt: at });
  wakeAfterCommit(tx, isMail(entry.topic) ? DELIVER_MAIL : DELIVER_OUTBOX);
}

/** An arbitrary constant, for one deliverer at a time. */
const DELIVERY_LOCK = 7_484_885_229;

/**
 * `any(array(…))` runs the subquery once; with `in`, Postgres may repeat it and exceed the limit. The second condition
 * is for the index of undelivered rows.
 */
function isAmong(due: SQL): SQL {
  return sql`${outbox.id} = any(array(${due})) and ${outbox.deliveredAt} is null`;
}

/**
 * System scope. The oldest undelivered events, marked as delivered if the transaction commits. One process at a time
 * takes them, so that they are published in their order.
 */
export async function takeUndelivered(tx: Tx, limit: number, at: Instant): Promise<OutboxRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${DELIVERY_LOCK})`);
  const due = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.deliveredAt), IS_EVENT))
    .orderBy(asc(outbox.id))
    .limit(limit);
  const rows = await tx
    .update(outbox)
    .set({ deliveredAt: at, tries: sql`${outbox.tries} + 1` })
    .where(isAmong(due.getSQL()))
    .returning();
  return rows.sort((left, right) => left.id - right.id);
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
        IS_MAIL,
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
    .where(isAmong(due.getSQL()))
    .returning();
  return rows.sort((left, right) => left.id - right.id);
}

type RowKey = { companyId: CompanyId; id: number };

const isRow = ({ companyId, id }: RowKey) => matching(outbox, { companyId, id });

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
