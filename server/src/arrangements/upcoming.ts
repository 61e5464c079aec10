/**
 * A customer's upcoming charges (ADR 0092): scheduled payments, unpaid installments, and auto-pay charges, planned
 * or expected. Charges that will not be made are omitted: a contested invoice is not charged (R82). Each kind is
 * read one page at a time, in one batch, and merged by day.
 */

import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { and, asc, eq, exists, not, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { selectOpenAttempts } from '../ledger/attempts.ts';
import { isContestedInvoice } from '../ledger/holds.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching, references } from '../platform/database/keys.ts';
import { together } from '../platform/database/transaction.ts';
import {
  autoPayCharges,
  IS_SKIPPED,
  installments,
  plans,
  schedules,
} from '../schema/arrangements.ts';
import { customers, paymentMethods } from '../schema/customers.ts';
import { invoices } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { isUpToDate, selectPlannedCharges } from './auto-pay-charges.ts';

export type UpcomingCursor = { date: IsoDate; key: string };

export type UpcomingFilter = CustomerKey & {
  today: IsoDate;
  /** The earliest day of a charge that is announced today, and on an invoice that was reopened (R103). */
  earliest: Record<ChargeKind, IsoDate> & { reopened: Record<ChargeKind, IsoDate> };
  after: UpcomingCursor | null;
  limit: number;
};

const invoiceColumns = {
  invoiceId: invoices.id,
  accountRef: invoices.accountRef,
  internalRef: invoices.internalRef,
  productName: invoices.productName,
  dueOn: invoices.dueOn,
  totalCents: invoices.totalCents,
  paidCents: invoices.paidCents,
  negotiation: invoices.negotiation,
  status: invoices.status,
};

const methodColumns = {
  id: paymentMethods.id,
  kind: paymentMethods.kind,
  brand: paymentMethods.brand,
  last4: paymentMethods.last4,
};

/** Late charges are made as soon as possible, so they are listed under today. */
function notBefore(today: IsoDate, date: PgColumn): SQL<IsoDate> {
  return sql<IsoDate>`greatest(${date}, ${today}::date)`.mapWith(schedules.chargeOn);
}

function isOpen(tx: Tx, companyId: CompanyId): SQL<boolean> {
  const open = selectOpenAttempts(tx, matching(attempts, { companyId, invoiceId: invoices.id }));
  return sql<boolean>`${exists(open)}`;
}

function isAfter({ after }: UpcomingFilter, date: SQL, key: SQL): SQL | undefined {
  return after
    ? sql`(${date}, ${key} collate "C") > (${after.date}::date, ${after.key}::text collate "C")`
    : undefined;
}

function inOrder(date: SQL, key: SQL) {
  return [asc(date), sql`${key} collate "C"`];
}

function findSchedules(tx: Tx, filter: UpcomingFilter) {
  const { companyId, customerId, today, limit } = filter;
  const date = notBefore(today, schedules.attemptOn);
  const key = sql<string>`('schedule:' || ${schedules.id})`;
  return tx
    .select({
      key,
      date,
      chargeOn: schedules.chargeOn,
      movedFromOn: schedules.movedFromOn,
      skips: schedules.skips,
      tries: schedules.tries,
      state: schedules.state,
      amountCents: schedules.amountCents,
      feeCents: schedules.feeCents,
      invoice: invoiceColumns,
      method: methodColumns,
      isProcessing: isOpen(tx, companyId),
    })
    .from(schedules)
    .innerJoin(invoices, references(schedules.invoiceId, invoices))
    .innerJoin(paymentMethods, references(schedules.methodId, paymentMethods))
    .where(
      and(
        matching(schedules, { companyId, customerId, state: ['LIVE', 'SUSPENDED'] }),
        not(isContestedInvoice({ companyId })),
        isAfter(filter, date, key),
      ),
    )
    .orderBy(...inOrder(date, key))
    .limit(limit);
}

/** An installment's date must stay between the dates of its neighbors. */
function neighbor(companyId: CompanyId, which: 'before' | 'behind'): SQL<IsoDate | null> {
  const [pick, compare] = which === 'before' ? [sql`max`, sql`<`] : [sql`min`, sql`>`];
  return sql<IsoDate | null>`(select ${pick}(n.due_on) from installments n
    where n.company_id = ${companyId}::uuid and n.plan_id = ${installments.planId}
      and n.index ${compare} ${installments.index})`.mapWith(installments.movedFromOn);
}

function findInstallments(tx: Tx, filter: UpcomingFilter) {
  const { companyId, customerId, today, limit } = filter;
  const date = notBefore(today, installments.attemptOn);
  const key = sql<string>`('plan:' || ${plans.id} || ':' || ${installments.index})`;
  return tx
    .select({
      key,
      date,
      index: installments.index,
      count: plans.count,
      chargeOn: installments.dueOn,
      movedFromOn: installments.movedFromOn,
      skips: installments.skips,
      planSkips: plans.skips,
      tries: installments.tries,
      isMissed: installments.isMissed,
      state: plans.state,
      amountCents: installments.principalCents,
      feeCents: installments.feeCents,
      invoice: invoiceColumns,
      method: methodColumns,
      isProcessing: isOpen(tx, companyId),
      after: neighbor(companyId, 'before'),
      before: neighbor(companyId, 'behind'),
    })
    .from(plans)
    .innerJoin(
      installments,
      and(
        matching(installments, { companyId: plans.companyId, planId: plans.id }),
        sql`${installments.status} in ('OPEN', 'FAILED', 'PENDING')`,
      ),
    )
    .innerJoin(invoices, references(plans.invoiceId, invoices))
    .leftJoin(paymentMethods, references(plans.methodId, paymentMethods))
    .where(
      and(
        matching(plans, { companyId, customerId, state: ['LIVE', 'SUSPENDED'] }),
        eq(installments.isMissed, false),
        not(isContestedInvoice({ companyId })),
        isAfter(filter, date, key),
      ),
    )
    .orderBy(...inOrder(date, key))
    .limit(limit);
}

const autoPayKey = sql<string>`('auto-pay:' || ${invoices.id})`;

function findPlanned(tx: Tx, filter: UpcomingFilter) {
  const { companyId, customerId, today, limit } = filter;
  const date = notBefore(today, autoPayCharges.attemptOn);
  return tx
    .select({
      key: autoPayKey,
      date,
      chargeOn: autoPayCharges.chargeOn,
      movedFromOn: autoPayCharges.movedFromOn,
      skips: autoPayCharges.skips,
      tries: autoPayCharges.tries,
      state: autoPayCharges.state,
      invoice: invoiceColumns,
      method: methodColumns,
      isProcessing: isOpen(tx, companyId),
    })
    .from(autoPayCharges)
    .innerJoin(invoices, references(autoPayCharges.invoiceId, invoices))
    .innerJoin(paymentMethods, references(autoPayCharges.methodId, paymentMethods))
    .where(
      and(
        matching(autoPayCharges, { companyId, customerId }),
        isUpToDate,
        sql`${invoices.status} in ('DUE', 'IN_COLLECTION', 'PENDING')`,
        not(isContestedInvoice({ companyId })),
        isAfter(filter, date, autoPayKey),
      ),
    )
    .orderBy(...inOrder(date, autoPayKey))
    .limit(limit);
}

const announced = ({ card, ach }: Record<ChargeKind, IsoDate>) =>
  sql`case ${paymentMethods.kind} when 'ach' then ${ach}::date else ${card}::date end`;

function findExpected(tx: Tx, filter: UpcomingFilter) {
  const { companyId, customerId, earliest, limit } = filter;
  const { autoPaySinceOn } = customers;
  const date = sql<IsoDate>`greatest(
    case when ${invoices.dueOn} < ${autoPaySinceOn} then ${autoPaySinceOn} + 1 else ${invoices.dueOn} end,
    case when ${invoices.reopenedAt} is null then ${announced(earliest)} else ${announced(earliest.reopened)} end
  )`.mapWith(schedules.chargeOn);
  return tx
    .select({
      key: autoPayKey,
      date,
      skips: sql<number>`coalesce((select max(skips) from auto_pay_charges
        where company_id = ${companyId}::uuid and invoice_id = ${invoices.id}
          and ${IS_SKIPPED}), 0)`.mapWith(Number),
      invoice: invoiceColumns,
      method: methodColumns,
    })
    .from(customers)
    .innerJoin(
      paymentMethods,
      and(
        references(customers.autoPayMethodId, paymentMethods),
        matching(paymentMethods, { state: 'active' }),
      ),
    )
    .innerJoin(
      invoices,
      and(
        matching(invoices, { companyId: customers.companyId, customerId: customers.id }),
        sql`${invoices.status} in ('DUE', 'IN_COLLECTION')`,
      ),
    )
    .where(
      and(
        matching(customers, { companyId, id: customerId, isAutoPayActive: true }),
        notExists(selectPlannedCharges(tx, companyId)),
        not(isContestedInvoice({ companyId })),
        isAfter(filter, date, autoPayKey),
      ),
    )
    .orderBy(...inOrder(date, autoPayKey))
    .limit(limit);
}

export type UpcomingRow =
  | ({ kind: 'schedule' } & Awaited<ReturnType<typeof findSchedules>>[number])
  | ({ kind: 'installment' } & Awaited<ReturnType<typeof findInstallments>>[number])
  | ({ kind: 'planned' } & Awaited<ReturnType<typeof findPlanned>>[number])
  | ({ kind: 'expected' } & Awaited<ReturnType<typeof findExpected>>[number]);

function byDay(one: UpcomingRow, other: UpcomingRow): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}

export async function listUpcoming(tx: Tx, filter: UpcomingFilter): Promise<UpcomingRow[]> {
  const [scheduled, parts, planned, expected] = await together([
    findSchedules(tx, filter),
    findInstallments(tx, filter),
    findPlanned(tx, filter),
    findExpected(tx, filter),
  ]);
  const rows: UpcomingRow[] = [
    ...scheduled.map((row) => ({ kind: 'schedule' as const, ...row })),
    ...parts.map((row) => ({ kind: 'installment' as const, ...row })),
    ...planned.map((row) => ({ kind: 'planned' as const, ...row })),
    ...expected.map((row) => ({ kind: 'expected' as const, ...row })),
  ];
  return rows.toSorted(byDay).slice(0, filter.limit);
}
