/** The transactional outbox: events and emails, written with their cause and delivered at least once. */

import type { Instant } from '@quittance/contract/dates';
import { MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import { type CompanyId, companyIdSchema, customerIdSchema } from '@quittance/contract/ids';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { JobIn } from '../../kernel/jobs.ts';
import {
  IS_AT_ONCE,
  IS_BULK,
  IS_EVENT,
  IS_MAIL,
  MAIL_TOPICS,
  outbox,
} from '../../schema/operations.ts';
import type { Tx } from '../database/database.ts';
import { hasRows, insertAhead } from '../database/rows.ts';
import { listCompaniesWithRows, onOneServer } from '../database/sharding/across-companies.ts';
import { wakeAfterCommit } from '../database/transaction.ts';

/**
 * Requests for sign-in email are looked up outside the HTTP request, so that its timing does not reveal which
 * accounts exist.
 */
export const [MAIL_TOPIC, SIGN_IN_REQUESTED, LINK_REQUESTED] = MAIL_TOPICS;

/**
 * Separate tasks deliver the topics, so that a slow mail server does not delay events and bulk email does not delay
 * other emails.
 */
function toTask({ topic, isBulk }: Pick<OutboxEntry, 'topic' | 'isBulk'>): JobIn<'pumped'> {
  if (!MAIL_TOPICS.some((mail) => mail === topic)) return 'deliver_outbox';
  return isBulk ? 'deliver_bulk_mail' : 'deliver_mail';
}

export type OutboxRow = typeof outbox.$inferSelect;

export type OutboxEntry = {
  companyId: CompanyId;
  topic: string;
  payload: unknown;
  isBulk?: boolean;
  at: Instant;
};

const ownedSchema = z.object({ customerId: customerIdSchema });

export async function addToOutbox(tx: Tx, { at, ...entry }: OutboxEntry): Promise<void> {
  const customerId = ownedSchema.safeParse(entry.payload).data?.customerId ?? null;
  insertAhead(tx, outbox, { ...entry, customerId, createdAt: at });
  wakeAfterCommit(tx, toTask(entry), entry.companyId);
}

const IN_ONE_STATEMENT = onOneServer('one statement takes the events of all companies');

/** System scope. */
export async function hasUndelivered(tx: Tx): Promise<boolean> {
  const waiting = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.deliveredAt), IS_EVENT, IN_ONE_STATEMENT));
  return hasRows(waiting.limit(1));
}

function listCompanies(tx: Tx, where: SQL | undefined): Promise<CompanyId[]> {
  return listCompaniesWithRows(tx, outbox, { where, reason: 'the outbox is polled for all' });
}

/** System scope. */
export function listCompaniesWithEvents(tx: Tx): Promise<CompanyId[]> {
  return listCompanies(tx, and(isNull(outbox.deliveredAt), IS_EVENT));
}

/** An arbitrary constant for a lock that allows one deliverer at a time. */
const DELIVERY_LOCK = 7_484_885_229;

type Undelivered = {
  /** Null for all companies, which one statement cannot update on several servers. */
  companyId: CompanyId | null;
  limit: number;
  at: Instant;
};

/**
 * System scope. Returns the oldest undelivered events and marks them as delivered if the transaction commits. Only
 * one process at a time takes them, so that they are published in order.
 */
export async function takeUndelivered(
  tx: Tx,
  { companyId, limit, at }: Undelivered,
): Promise<OutboxRow[]> {
  const lock = companyId
    ? sql`hashtextextended(${companyId}, ${DELIVERY_LOCK})`
    : sql`${DELIVERY_LOCK}`;
  await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
  const isOfCompany = companyId ? eq(outbox.companyId, companyId) : IN_ONE_STATEMENT;
  const isWanted = and(isNull(outbox.deliveredAt), isOfCompany);
  const due = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isWanted, IS_EVENT))
    .orderBy(asc(outbox.id))
    .limit(limit);
  const rows = await tx
    .update(outbox)
    .set({ deliveredAt: at, tries: sql`${outbox.tries} + 1` })
    .where(and(sql`${outbox.id} = any(array(${due}))`, isWanted))
    .returning();
  return rows.sort((left, right) => left.id - right.id);
}

const isUndelivered = isNull(outbox.deliveredAt);

/**
 * Emails are sent at least once, with growing delays between retries. Each sender decides when an email is too late
 * to send.
 */
const MAILS = {
  table: outbox,
  dueAt: 'nextTryAt',
  isDueWithoutTime: true,
  orderedBy: 'id',
  /** Longer than sending one email can take. */
  leaseMs: 2 * MINUTE_MS,
  backoff: {
    pausesMs: [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS],
  },
} as const;

const isAtOnce = (topics: readonly string[]) =>
  and(isUndelivered, IS_MAIL, IS_AT_ONCE, inArray(outbox.topic, [...topics]));

export const mailQueue = { ...MAILS, isWaiting: isAtOnce([MAIL_TOPIC]) } as const;

export const mailRequestQueue = {
  ...MAILS,
  isWaiting: isAtOnce([SIGN_IN_REQUESTED, LINK_REQUESTED]),
  leaseMs: MINUTE_MS,
} as const;

export const bulkMailQueue = { ...MAILS, isWaiting: and(isUndelivered, IS_BULK) } as const;

/** Marks an email as delivered and removes the sealed secrets and typed text from its payload. */
export const deliveredMail = (at: Instant) => ({
  deliveredAt: at,
  nextTryAt: null,
  payload: sql`${outbox.payload} - 'secretSealed' - 'typed'`,
});

const companyRowsSchema = z.array(z.object({ company_id: companyIdSchema }));

/** System scope. Probes the index once per company, regardless of how many emails are queued. */
export async function listCompaniesWithBulkMail(tx: Tx, isOnSeveral = false): Promise<CompanyId[]> {
  // Citus has no recursive queries over several servers.
  if (isOnSeveral) return listCompanies(tx, and(isUndelivered, IS_BULK));
  const first = (isWanted: SQL) => sql`(select o.company_id from ${outbox} o
    where o.delivered_at is null and o.is_bulk and ${isWanted} order by o.company_id limit 1)`;
  const { rows } = await tx.execute(sql`
    with recursive waiting as (
      ${first(onOneServer('Citus has no recursive queries'))}
      union all
      select ${first(sql`o.company_id > waiting.company_id`)} from waiting
      where waiting.company_id is not null)
    select company_id from waiting where company_id is not null`);
  return companyRowsSchema.parse(rows).map(({ company_id }) => company_id);
}
