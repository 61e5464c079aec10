/**
 * Notices that a company receives by email (ADR 0072). They are generated from its events; the progress of
 * generating and mailing them is stored.
 */

import type { EventNotice, NoticeSettings } from '@quittance/contract/companies/notice-schemas';
import type { Instant } from '@quittance/contract/dates';
import { type CompanyId, companyIdSchema } from '@quittance/contract/ids';
import { type Cents, centsSchema } from '@quittance/contract/money';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { lockRow, updateRow, writtenRow } from '../platform/database/rows.ts';
import { acrossCompanies, onOneServer } from '../platform/database/sharding/across-companies.ts';
import { forgetOnce } from '../platform/database/transaction.ts';
import { companies } from '../schema/companies.ts';
import { customers } from '../schema/customers.ts';
import { providerEvents, webhookEndpoints } from '../schema/events.ts';
import { inquiries } from '../schema/inquiries.ts';
import { invoices } from '../schema/invoices.ts';
import { companyMailProgress, companyNotices } from '../schema/notices.ts';
import { attempts } from '../schema/payments.ts';
import { type CompanyToVisit, listChargingCompanies, localTime } from './store.ts';

export async function updateNoticeSettings(
  tx: Tx,
  companyId: CompanyId,
  notices: NoticeSettings,
): Promise<void> {
  await tx.update(companies).set({ notices }).where(eq(companies.companyId, companyId));
  forgetOnce(tx);
}

export type MailProgress = typeof companyMailProgress.$inferSelect;
export type ProgressChange = Partial<Omit<MailProgress, 'companyId'>>;

/** Only one process at a time notifies a company. */
export async function lockProgress(tx: Tx, companyId: CompanyId): Promise<MailProgress> {
  await tx.insert(companyMailProgress).values({ companyId }).onConflictDoNothing();
  const locked = await lockRow(tx, companyMailProgress, { companyId });
  return writtenRow(Promise.resolve(locked ? [locked] : []));
}

export async function updateProgress(
  tx: Tx,
  companyId: CompanyId,
  change: ProgressChange,
): Promise<void> {
  await updateRow(tx, companyMailProgress, { key: { companyId }, change });
}

const companyRowsSchema = z.array(z.object({ company_id: companyIdSchema }));

const ALL_COMPANIES = sql`select company_id from companies where not is_demo order by company_id`;

const COMPANIES_TO_TELL = sql`
  select c.company_id from companies c left join company_mail_progress p using (company_id)
  where not c.is_demo and ${onOneServer('Citus takes no such condition on companies')} and (
    exists (select from provider_events e where e.company_id = c.company_id and e.number is null)
    or exists (select from provider_events e
      where e.company_id = c.company_id and e.number > coalesce(p.noticed_to, 0))
    or exists (select from company_notices n
      where n.company_id = c.company_id and n.mailed_at is null))
  order by c.company_id`;

/**
 * Requires system scope. Lists companies with unread events or waiting notices, using a few index lookups per
 * company. On a distributed database, all companies are listed: Citus does not support this condition on a
 * reference table.
 */
export async function listCompaniesToTell({
  readAlone,
  isDistributed,
}: Pick<Database, 'readAlone' | 'isDistributed'>): Promise<CompanyId[]> {
  const asked = (await isDistributed()) ? ALL_COMPANIES : COMPANIES_TO_TELL;
  const { rows } = await readAlone((tx) => tx.execute(asked));
  return companyRowsSchema.parse(rows).map(({ company_id }) => company_id);
}

/**
 * Requires system scope. Lists companies that want a daily summary, and for which it is late enough in the day, but
 * whose previous day has none yet.
 */
export async function listCompaniesToSummarize(
  tx: Tx,
  { now, fromHour }: { now: Instant; fromHour: number },
): Promise<CompanyToVisit[]> {
  const at = localTime(now);
  const isWanted = sql`${companies.notices} -> 'kinds' ? 'DAILY_SUMMARY'`;
  const isLateEnough = sql`extract(hour from ${at}) >= ${fromHour}`;
  // Not correlated, because Citus does not support that with a reference table.
  const isWaiting = sql`(${companies.companyId}, ${at}::date - 1) not in (
    select ${companyMailProgress.companyId}, ${companyMailProgress.summarizedOn}
    from ${companyMailProgress}
    where ${companyMailProgress.summarizedOn} >= ${now}::timestamptz::date - 3
      and ${acrossCompanies('any company may want a summary')})`;
  return listChargingCompanies(tx, and(isWanted, isLateEnough, isWaiting));
}

export type NewNotices = {
  companyId: CompanyId;
  kind: EventNotice;
  types: readonly EventType[];
  from: number;
  to: number;
  at: Instant;
};

export async function insertNotices(tx: Tx, made: NewNotices): Promise<void> {
  const { companyId, kind, types, from, to, at } = made;
  const isNew = and(
    matching(providerEvents, { companyId, type: types }),
    gt(providerEvents.number, from),
    lte(providerEvents.number, to),
  );
  await tx.execute(sql`
    insert into ${companyNotices} (company_id, event_position, kind, created_at)
    select ${providerEvents.companyId}, ${providerEvents.position}, ${kind}, ${at}::timestamptz
    from ${providerEvents} where ${isNew} on conflict do nothing`);
}

export type Queue = { companyId: CompanyId; kind: EventNotice };
type Queues = { companyId: CompanyId; kind: EventNotice | readonly EventNotice[] };

const ofQueue = ({ companyId, kind }: Queues) => matching(companyNotices, { companyId, kind });
const isWaiting = sql`${companyNotices.mailedAt} is null`;

export async function countMailedSince(tx: Tx, queue: Queue, since: Instant): Promise<number> {
  return tx.$count(companyNotices, and(ofQueue(queue), gt(companyNotices.mailedAt, since)));
}

const isItsEvent = and(
  eq(providerEvents.companyId, companyNotices.companyId),
  eq(providerEvents.position, companyNotices.eventPosition),
);

const field = (name: string) => sql`${providerEvents.data} ->> ${sql.raw(`'${name}'`)}`;
const centsSql = (name: string) => sql`coalesce((${field(name)})::bigint, 0)`;

/** A payment's amount includes its fee. An invoice's amount is its remaining balance. */
const AMOUNT = sql<Cents | null>`case ${providerEvents.objectType}
  when 'payment' then ${centsSql('amount')} + ${centsSql('fee')}
  when 'dispute' then ${centsSql('amount')}
  when 'invoice' then ${centsSql('balance')} end`.mapWith((text) =>
  text === null ? null : centsSchema.parse(Number(text)),
);

const PAYMENT_ID = sql`case ${providerEvents.objectType} when 'payment' then ${providerEvents.objectId}
  when 'dispute' then (${field('paymentId')})::uuid end`;

/** Matches at most one row, because an invoice can have only one open dispute. */
const isItsInquiry = and(
  eq(inquiries.companyId, companyNotices.companyId),
  sql`case ${providerEvents.objectType} when 'inquiry' then ${inquiries.id} = ${providerEvents.objectId}
    when 'invoice' then ${inquiries.invoiceId} = ${providerEvents.objectId}
      and ${inquiries.kind} = 'DISPUTE' and ${inquiries.answeredAt} is null
    else false end`,
);

export type Notice = {
  kind: EventNotice;
  amountCents: Cents | null;
  invoiceRef: string | null;
  firstName: string | null;
  lastName: string | null;
  businessName: string | null;
  endpointUrl: string | null;
  type: EventType;
  inquiryText: string | null;
  data: Record<string, unknown>;
};

export async function listWaitingPositions(tx: Tx, queue: Queue, limit: number): Promise<number[]> {
  const rows = await tx
    .select({ position: companyNotices.eventPosition })
    .from(companyNotices)
    .where(and(ofQueue(queue), isWaiting))
    .orderBy(asc(companyNotices.eventPosition))
    .limit(limit);
  return rows.map(({ position }) => position);
}

/** Read when the email is sent, so that nothing about a person waits in the outbox. */
export async function listNotices(
  tx: Tx,
  companyId: CompanyId,
  positions: readonly number[],
): Promise<Notice[]> {
  if (positions.length === 0) return [];
  return tx
    .select({
      kind: companyNotices.kind,
      amountCents: AMOUNT,
      invoiceRef: invoices.accountRef,
      firstName: customers.firstName,
      lastName: customers.lastName,
      businessName: customers.businessName,
      endpointUrl: webhookEndpoints.url,
      type: providerEvents.type,
      inquiryText: inquiries.text,
      data: providerEvents.data,
    })
    .from(companyNotices)
    .innerJoin(providerEvents, isItsEvent)
    .leftJoin(
      attempts,
      and(eq(attempts.companyId, companyNotices.companyId), sql`${attempts.id} = ${PAYMENT_ID}`),
    )
    .leftJoin(
      invoices,
      and(
        eq(invoices.companyId, companyNotices.companyId),
        sql`${invoices.id} = coalesce(${attempts.invoiceId},
          case ${providerEvents.objectType} when 'invoice' then ${providerEvents.objectId}
            when 'inquiry' then (${field('invoiceId')})::uuid end)`,
      ),
    )
    .leftJoin(inquiries, isItsInquiry)
    .leftJoin(
      customers,
      and(
        eq(customers.companyId, companyNotices.companyId),
        sql`${customers.id} = coalesce(${attempts.customerId}, ${invoices.customerId})`,
      ),
    )
    .leftJoin(
      webhookEndpoints,
      and(
        eq(webhookEndpoints.companyId, companyNotices.companyId),
        sql`${providerEvents.objectType} = 'webhook_endpoint'`,
        eq(webhookEndpoints.id, providerEvents.objectId),
      ),
    )
    .where(matching(companyNotices, { companyId, eventPosition: [...positions] }))
    .orderBy(asc(companyNotices.eventPosition));
}

export type WaitingSum = { count: number; totalCents: Cents };

export async function sumWaitingNotices(tx: Tx, queue: Queue): Promise<WaitingSum> {
  const [sum] = await tx
    .select({
      count: sql`count(*)`.mapWith(Number),
      totalCents: sql`coalesce(sum(${AMOUNT}), 0)`.mapWith((text) =>
        centsSchema.parse(Number(text)),
      ),
    })
    .from(companyNotices)
    .innerJoin(providerEvents, isItsEvent)
    .where(and(ofQueue(queue), isWaiting));
  return writtenRow(Promise.resolve(sum ? [sum] : []));
}

export async function countWaitingNotices(tx: Tx, queue: Queue): Promise<number> {
  return tx.$count(companyNotices, and(ofQueue(queue), isWaiting));
}

export async function markNoticesMailed(tx: Tx, queue: Queues, at: Instant): Promise<void> {
  await tx
    .update(companyNotices)
    .set({ mailedAt: at })
    .where(and(ofQueue(queue), isWaiting));
}
