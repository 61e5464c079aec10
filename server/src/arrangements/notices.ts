/**
 * Notices of upcoming charges (R14): occurrence, amount and day. A unique key allows each notice only once. The
 * email itself goes through the outbox; the row records only its failure.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { NOTICE_DAYS } from '@quittance/domain/off-session/auto-pay';
import { and, asc, gte, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching, references } from '../platform/database/keys.ts';
import { hasRows } from '../platform/database/rows.ts';
import { chargeNotices, installments, plans, schedules } from '../schema/arrangements.ts';
import type { companies } from '../schema/companies.ts';
import { paymentMethods } from '../schema/customers.ts';
import { invoices } from '../schema/invoices.ts';
import type { Arrangement } from './due.ts';

export type NoticeRow = typeof chargeNotices.$inferSelect;
export type NewNotice = Omit<NoticeRow, 'failedAt'>;

export async function insertNotice(tx: Tx, notice: NewNotice): Promise<boolean> {
  return hasRows(
    tx
      .insert(chargeNotices)
      .values(notice)
      .onConflictDoNothing()
      .returning({ id: chargeNotices.id }),
  );
}

/** Requires system scope. Records that the notice's email could not be delivered. */
export async function failNotice(
  tx: Tx,
  { companyId, id }: Pick<NoticeRow, 'companyId' | 'id'>,
  failedAt: Instant,
): Promise<void> {
  await tx
    .update(chargeNotices)
    .set({ failedAt })
    .where(matching(chargeNotices, { companyId, id }));
}

type AnnouncedCharge = Pick<NoticeRow, 'companyId' | 'occurrenceOf' | 'amountCents'> & {
  /** Notices from before the invoice was reopened do not count (R103). */
  since: Instant | null;
};

/** Returns when the payer was first notified of exactly this amount. A failed notice does not count. */
export async function findNoticedAt(tx: Tx, notice: AnnouncedCharge): Promise<Instant | null> {
  const { companyId, occurrenceOf, amountCents, since } = notice;
  const [row] = await tx
    .select({ at: chargeNotices.createdAt })
    .from(chargeNotices)
    .where(
      and(
        matching(chargeNotices, { companyId, occurrenceOf, amountCents, failedAt: null }),
        since === null ? undefined : gte(chargeNotices.createdAt, since),
      ),
    )
    .orderBy(asc(chargeNotices.createdAt), asc(chargeNotices.id))
    .limit(1);
  return row?.at ?? null;
}

export type UpcomingNotice = {
  customerId: CustomerId;
  invoiceId: InvoiceId;
  accountRef: string;
  arrangement: Arrangement;
  chargeOn: IsoDate;
  totalCents: Cents;
  kind: ChargeKind;
  brand: string | null;
  last4: string;
};

type Day = { companyId: CompanyId; today: IsoDate };

/** For a query that joins the payment method. */
export function isNoticeDue(chargeOn: PgColumn, today: SQL): SQL {
  const days = sql`case ${paymentMethods.kind} when 'ach' then ${NOTICE_DAYS.ach}::int
    else ${NOTICE_DAYS.card}::int end`;
  return sql`${chargeOn} - ${days} <= ${today}`;
}

const NOTICE_DAYS_MAX = Math.max(...Object.values(NOTICE_DAYS));

/**
 * Limits the rows that are read, using the index on due charges. Before the first attempt, the attempt day is the
 * agreed day.
 */
export function isSoon(attemptOn: PgColumn, today: SQL): SQL {
  return sql`${attemptOn} <= ${today} + ${NOTICE_DAYS_MAX}::int`;
}

type NoticeSource = { occurrence: SQL; chargeOn: PgColumn };

type CompanyRef = CompanyId | typeof companies.companyId;

function hasNoNotice(tx: Tx, companyId: CompanyRef, { occurrence, chargeOn }: NoticeSource): SQL {
  const isOfOccurrence = sql`${chargeNotices.occurrenceOf} = ${occurrence}
    and ${chargeNotices.chargeOn} = ${chargeOn}`;
  const notices = tx
    .select({ id: chargeNotices.id })
    .from(chargeNotices)
    .where(and(matching(chargeNotices, { companyId }), isOfOccurrence));
  return notExists(notices);
}

const noticeColumns = {
  accountRef: invoices.accountRef,
  kind: paymentMethods.kind,
  brand: paymentMethods.brand,
  last4: paymentMethods.last4,
};

export function selectSchedules(tx: Tx) {
  return tx
    .select({
      ...noticeColumns,
      customerId: schedules.customerId,
      invoiceId: schedules.invoiceId,
      id: schedules.id,
      chargeOn: schedules.chargeOn,
      totalCents: sql<Cents>`${schedules.amountCents} + ${schedules.feeCents}`.mapWith(
        schedules.amountCents,
      ),
    })
    .from(schedules)
    .innerJoin(invoices, references(schedules.invoiceId, invoices))
    .innerJoin(paymentMethods, references(schedules.methodId, paymentMethods));
}

type ScheduleToNotify = Awaited<ReturnType<typeof selectSchedules>>[number];

const ofSchedule = ({ id, ...row }: ScheduleToNotify): UpcomingNotice => ({
  ...row,
  arrangement: { kind: 'schedule', id },
});

export function isScheduleToNotify(tx: Tx, companyId: CompanyRef, today: SQL) {
  return and(
    matching(schedules, { companyId, state: 'LIVE', tries: 0 }),
    isSoon(schedules.attemptOn, today),
    isNoticeDue(schedules.chargeOn, today),
    // A day that the company has moved needs a separate notice.
    hasNoNotice(tx, companyId, {
      occurrence: sql`'schedule:' || ${schedules.id}`,
      chargeOn: schedules.chargeOn,
    }),
  );
}

export async function findSchedulesToNotify(
  tx: Tx,
  { companyId, today }: Day,
): Promise<UpcomingNotice[]> {
  const rows = await selectSchedules(tx)
    .where(isScheduleToNotify(tx, companyId, sql`${today}::date`))
    .orderBy(asc(schedules.chargeOn), asc(schedules.id));
  return rows.map(ofSchedule);
}

export function selectInstallments(tx: Tx) {
  return tx
    .select({
      ...noticeColumns,
      customerId: plans.customerId,
      invoiceId: plans.invoiceId,
      id: plans.id,
      index: installments.index,
      chargeOn: installments.dueOn,
      totalCents: installments.costCents,
    })
    .from(installments)
    .innerJoin(plans, references(installments.planId, plans))
    .innerJoin(invoices, references(plans.invoiceId, invoices))
    .innerJoin(paymentMethods, references(plans.methodId, paymentMethods));
}

type InstallmentToNotify = Awaited<ReturnType<typeof selectInstallments>>[number];

const ofInstallment = ({ id, index, ...row }: InstallmentToNotify): UpcomingNotice => ({
  ...row,
  arrangement: { kind: 'installment', id, index },
});

const UNPAID = ['OPEN', 'FAILED'] as const;

export function isInstallmentToNotify(tx: Tx, companyId: CompanyRef, today: SQL) {
  return and(
    matching(plans, { companyId, state: 'LIVE' }),
    matching(installments, { companyId, status: UNPAID, tries: 0, isMissed: false }),
    isSoon(installments.attemptOn, today),
    isNoticeDue(installments.dueOn, today),
    hasNoNotice(tx, companyId, {
      occurrence: sql`'plan:' || ${plans.id} || ':' || ${installments.index}`,
      chargeOn: installments.dueOn,
    }),
  );
}

export async function findInstallmentsToNotify(
  tx: Tx,
  { companyId, today }: Day,
): Promise<UpcomingNotice[]> {
  const rows = await selectInstallments(tx)
    .where(isInstallmentToNotify(tx, companyId, sql`${today}::date`))
    .orderBy(asc(installments.dueOn), asc(installments.index), asc(installments.planId));
  return rows.map(ofInstallment);
}

export async function findPassedCharges(
  tx: Tx,
  { companyId, invoiceId, today }: Day & InvoiceKey,
): Promise<UpcomingNotice[]> {
  const hasCome = (day: PgColumn) => sql`${day} <= ${today}::date`;
  const scheduled = await selectSchedules(tx).where(
    and(matching(schedules, { companyId, invoiceId, state: 'LIVE' }), hasCome(schedules.attemptOn)),
  );
  const parts = await selectInstallments(tx)
    .where(
      and(
        matching(plans, { companyId, invoiceId, state: 'LIVE' }),
        matching(installments, { companyId, status: UNPAID, isMissed: false }),
        hasCome(installments.attemptOn),
      ),
    )
    .orderBy(asc(installments.index));
  return [...scheduled.map(ofSchedule), ...parts.map(ofInstallment)];
}
