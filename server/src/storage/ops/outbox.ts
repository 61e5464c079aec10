/** The transactional outbox: events and mails, written with their cause and delivered at least once. */
import type { Instant } from '@quittance/contract/dates';
import { type CompanyId, companyIdSchema } from '@quittance/contract/ids';
import { and, asc, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../database.ts';
import { matching } from '../keys.ts';
import { insertAhead } from '../rows.ts';
import {
  IS_AT_ONCE,
  IS_BULK,
  IS_EVENT,
  IS_MAIL,
  MAIL_TOPICS,
  outbox,
} from '../schema/operations.ts';
import { wakeAfterCommit } from '../transaction.ts';

export const DELIVER_OUTBOX = 'deliver_outbox';
export const DELIVER_MAIL = 'deliver_mail';
export const DELIVER_BULK_MAIL = 'deliver_bulk_mail';

/** Requests for sign-in mail are looked up outside the request, so that its timing reveals no accounts. */
export const [MAIL_TOPIC, SIGN_IN_REQUESTED, LINK_REQUESTED] = MAIL_TOPICS;

/** Delivered by separate tasks: a slow mail server does not delay events, and bulk mail delays no other mail. */
function taskOf({ topic, isBulk }: Pick<OutboxEntry, 'topic' | 'isBulk'>): string {
  if (!MAIL_TOPICS.some((mail) => mail === topic)) return DELIVER_OUTBOX;
  return isBulk ? DELIVER_BULK_MAIL : DELIVER_MAIL;
}

export type OutboxRow = typeof outbox.$inferSelect;

export type OutboxEntry = {
  companyId: CompanyId;
  topic: string;
  payload: unknown;
  isBulk?: boolean;
  at: Instant;
};

export async function addToOutbox(tx: Tx, { at, ...entry }: OutboxEntry): Promise<void> {
  insertAhead(tx, outbox, { ...entry, createdAt: at });
  wakeAfterCommit(tx, taskOf(entry));
}

/** An arbitrary constant, for one deliverer at a time. */
const DELIVERY_LOCK = 7_484_885_229;

/**
 * `any(array(…))` runs the subquery once; with `in`, Postgres may repeat it and exceed the limit. The other conditions
 * are for the index of undelivered rows.
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

type Lease = { now: Instant; leaseUntil: Instant };
export type Claim = Lease & { topics: readonly string[]; limit: number };

const isDue = (now: Instant) => or(isNull(outbox.nextTryAt), lte(outbox.nextTryAt, now));

type Due = { ids: SQL; isOfIndex: SQL | undefined };

async function leaseRows(tx: Tx, { ids, isOfIndex }: Due, { leaseUntil }: Lease) {
  return tx
    .update(outbox)
    .set({ nextTryAt: leaseUntil, tries: sql`${outbox.tries} + 1` })
    .where(and(isAmong(ids), isOfIndex))
    .returning();
}

/**
 * System scope. Leases rows for a delivery that outlasts a transaction; after the lease another process
 * may claim them. Bulk mail is not among them.
 */
export async function claimUndelivered(tx: Tx, claim: Claim): Promise<OutboxRow[]> {
  const due = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.deliveredAt),
        IS_MAIL,
        IS_AT_ONCE,
        inArray(outbox.topic, [...claim.topics]),
        isDue(claim.now),
      ),
    )
    .orderBy(asc(outbox.id))
    .limit(claim.limit)
    .for('update', { skipLocked: true });
  const isOfIndex = and(IS_MAIL, IS_AT_ONCE);
  const rows = await leaseRows(tx, { ids: due.getSQL(), isOfIndex }, claim);
  return rows.sort((left, right) => left.id - right.id);
}

/** System scope. The oldest bulk mail of the company that is due. */
export async function claimBulkMail(
  tx: Tx,
  companyId: CompanyId,
  lease: Lease,
): Promise<OutboxRow | null> {
  const isOfIndex = and(matching(outbox, { companyId }), IS_BULK);
  const due = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.deliveredAt), isOfIndex, isDue(lease.now)))
    .orderBy(asc(outbox.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await leaseRows(tx, { ids: due.getSQL(), isOfIndex }, lease);
  return row ?? null;
}

const companyRowsSchema = z.array(z.object({ company_id: companyIdSchema }));

/** System scope. Read along the index, one look for each company, however many mails it has. */
export async function listCompaniesWithBulkMail(tx: Tx): Promise<CompanyId[]> {
  const first = (isWanted: SQL) => sql`(select o.company_id from ${outbox} o
    where o.delivered_at is null and o.is_bulk and ${isWanted} order by o.company_id limit 1)`;
  const { rows } = await tx.execute(sql`
    with recursive waiting as (
      ${first(sql`true`)}
      union all
      select ${first(sql`o.company_id > waiting.company_id`)} from waiting
      where waiting.company_id is not null)
    select company_id from waiting where company_id is not null`);
  return companyRowsSchema.parse(rows).map(({ company_id }) => company_id);
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
