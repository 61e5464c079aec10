/**
 * Notices of charges to come: what was told, of which amount and which day (R14). Append-only; the
 * unique key makes a second telling of the same thing impossible. The mail itself is the outbox's.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { NOTICE_DAYS } from '@quittance/domain/off-session/auto-pay';
import { and, asc, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../database.ts';
import { chargeNotices, installments, plans, schedules } from '../schema/arrangements.ts';
import { paymentMethods } from '../schema/customers.ts';
import { invoices } from '../schema/invoices.ts';
import type { Arrangement } from './due.ts';

export type NoticeRow = typeof chargeNotices.$inferSelect;

/** False when the same was told before. */
export async function insertNotice(tx: Tx, notice: NoticeRow): Promise<boolean> {
  const rows = await tx
    .insert(chargeNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ id: chargeNotices.id });
  return rows.length > 0;
}

/** When the payer was first told of exactly this amount. */
export async function findNoticedAt(
  tx: Tx,
  told: { companyId: CompanyId; occurrenceOf: string; amountCents: Cents },
): Promise<Instant | null> {
  const [row] = await tx
    .select({ at: chargeNotices.createdAt })
    .from(chargeNotices)
    .where(
      and(
        eq(chargeNotices.companyId, told.companyId),
        eq(chargeNotices.occurrenceOf, told.occurrenceOf),
        eq(chargeNotices.amountCents, told.amountCents),
      ),
    )
    .orderBy(asc(chargeNotices.createdAt), asc(chargeNotices.id))
    .limit(1);
  return row?.at ?? null;
}

/** A charge that was agreed on long ago and is soon to be made. */
export type Upcoming = {
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

/** The day has come from which a charge by this kind of method is announced. */
function isNoticeDue(chargeOn: PgColumn, today: IsoDate): SQL {
  const days = sql`case ${paymentMethods.kind} when 'ach' then ${NOTICE_DAYS.ach}::int
    else ${NOTICE_DAYS.card}::int end`;
  return sql`${chargeOn} - ${days} <= ${today}::date`;
}

function isUntold(tx: Tx, companyId: CompanyId, occurrence: SQL): SQL {
  const told = tx
    .select({ one: sql`1` })
    .from(chargeNotices)
    .where(
      and(
        eq(chargeNotices.companyId, companyId),
        sql`${chargeNotices.occurrenceOf} = ${occurrence}`,
      ),
    );
  return notExists(told);
}

const told = {
  accountRef: invoices.accountRef,
  kind: paymentMethods.kind,
  brand: paymentMethods.brand,
  last4: paymentMethods.last4,
};

export async function findUntoldSchedules(tx: Tx, { companyId, today }: Day): Promise<Upcoming[]> {
  const rows = await tx
    .select({
      ...told,
      customerId: schedules.customerId,
      invoiceId: schedules.invoiceId,
      id: schedules.id,
      chargeOn: schedules.chargeOn,
      totalCents: sql<Cents>`${schedules.amountCents} + ${schedules.feeCents}`.mapWith(
        schedules.amountCents,
      ),
    })
    .from(schedules)
    .innerJoin(
      invoices,
      and(eq(invoices.companyId, schedules.companyId), eq(invoices.id, schedules.invoiceId)),
    )
    .innerJoin(
      paymentMethods,
      and(
        eq(paymentMethods.companyId, schedules.companyId),
        eq(paymentMethods.id, schedules.methodId),
      ),
    )
    .where(
      and(
        eq(schedules.companyId, companyId),
        eq(schedules.state, 'LIVE'),
        eq(schedules.tries, 0),
        isNoticeDue(schedules.chargeOn, today),
        isUntold(tx, companyId, sql`'schedule:' || ${schedules.id}`),
      ),
    )
    .orderBy(asc(schedules.chargeOn), asc(schedules.id));
  return rows.map(({ id, ...row }) => ({ ...row, arrangement: { kind: 'schedule', id } }));
}

export async function findUntoldInstallments(
  tx: Tx,
  { companyId, today }: Day,
): Promise<Upcoming[]> {
  const rows = await tx
    .select({
      ...told,
      customerId: plans.customerId,
      invoiceId: plans.invoiceId,
      id: plans.id,
      index: installments.index,
      chargeOn: installments.dueOn,
      totalCents: installments.costCents,
    })
    .from(installments)
    .innerJoin(
      plans,
      and(eq(plans.companyId, installments.companyId), eq(plans.id, installments.planId)),
    )
    .innerJoin(
      invoices,
      and(eq(invoices.companyId, plans.companyId), eq(invoices.id, plans.invoiceId)),
    )
    .innerJoin(
      paymentMethods,
      and(eq(paymentMethods.companyId, plans.companyId), eq(paymentMethods.id, plans.methodId)),
    )
    .where(
      and(
        eq(plans.companyId, companyId),
        eq(plans.state, 'LIVE'),
        inArray(installments.status, ['OPEN', 'FAILED']),
        eq(installments.tries, 0),
        eq(installments.isMissed, false),
        isNoticeDue(installments.dueOn, today),
        isUntold(tx, companyId, sql`'plan:' || ${plans.id} || ':' || ${installments.index}`),
      ),
    )
    .orderBy(asc(installments.dueOn), asc(installments.index), asc(installments.planId));
  return rows.map(({ id, index, ...row }) => ({
    ...row,
    arrangement: { kind: 'installment', id, index },
  }));
}
