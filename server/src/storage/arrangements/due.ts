/**
 * What is due by the calendar: invoices that become overdue, and charges without the payer.
 * A list of names only: each is looked at again under its lock (locked-arrangement.ts) before
 * anything is done about it.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import { and, asc, eq, inArray, lt, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CompanyRow } from '../billing/companies.ts';
import type { InvoiceRow } from '../billing/invoices.ts';
import type { Tx } from '../database.ts';
import { type Attempt, isOpenAttempt } from '../payments/attempts.ts';
import { autoPayCharges, installments, plans, schedules } from '../schema/arrangements.ts';
import { companies } from '../schema/companies.ts';
import { invoices } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';

/** Which arrangement, and of a plan which installment. */
export type Arrangement =
  | { kind: 'schedule'; id: string }
  | { kind: 'installment'; id: string; index: number }
  | { kind: 'autoPay'; id: string };

export type DueItem = {
  companyId: CompanyId;
  customerId: CustomerId;
  invoiceId: InvoiceId;
  arrangement: Arrangement;
  /** Its own day, whatever the day of the try. */
  occurrenceOn: IsoDate;
  /** The day of the next try: its own, or a later one after a failure. */
  dueOn: IsoDate;
  /** Tries made so far: whoever comes with an older number has slept through one. */
  tries: number;
};

/** The name under which attempts and notices refer to it. */
export function occurrenceOf(arrangement: Arrangement): string {
  switch (arrangement.kind) {
    case 'schedule':
      return `schedule:${arrangement.id}`;
    case 'installment':
      return `plan:${arrangement.id}:${arrangement.index}`;
    case 'autoPay':
      return `auto-pay:${arrangement.id}`;
  }
}

const AUTO_PAY = /^auto-pay:(?<id>[0-9a-f-]{36})$/;

/** What an attempt is a payment of: nothing, one arrangement, or several installments at once. */
export function arrangementsOf(attempt: Attempt): Arrangement[] {
  const { scheduleId, planId, installmentFrom, installmentTo, occurrenceOf: name } = attempt;
  if (scheduleId) return [{ kind: 'schedule', id: scheduleId }];
  if (planId && installmentFrom && installmentTo) {
    const count = installmentTo - installmentFrom + 1;
    return Array.from({ length: count }, (_, place) => ({
      kind: 'installment',
      id: planId,
      index: installmentFrom + place,
    }));
  }
  const id = AUTO_PAY.exec(name ?? '')?.groups?.['id'];
  return id ? [{ kind: 'autoPay', id }] : [];
}

/** System scope: every company whose customers may be charged; a demonstration charges nobody. */
export async function listChargingCompanies(tx: Tx): Promise<CompanyRow[]> {
  return tx.select().from(companies).where(eq(companies.isDemo, false)).orderBy(companies.domain);
}

type Day = { companyId: CompanyId; today: IsoDate };

function nextTry(nextTryOn: PgColumn, ownDay: PgColumn): SQL<IsoDate> {
  return sql<IsoDate>`coalesce(${nextTryOn}, ${ownDay})`;
}

/** An invoice with a payment under way has its next charge after that one. */
function isFree(tx: Tx, owner: { companyId: PgColumn; invoiceId: PgColumn }): SQL {
  const open = tx
    .select({ one: sql`1` })
    .from(attempts)
    .where(
      and(
        eq(attempts.companyId, owner.companyId),
        eq(attempts.invoiceId, owner.invoiceId),
        isOpenAttempt(),
      ),
    );
  return notExists(open);
}

async function findDueSchedules(tx: Tx, { companyId, today }: Day): Promise<DueItem[]> {
  const dueOn = nextTry(schedules.nextTryOn, schedules.chargeOn);
  const rows = await tx
    .select({
      customerId: schedules.customerId,
      invoiceId: schedules.invoiceId,
      id: schedules.id,
      occurrenceOn: schedules.chargeOn,
      dueOn,
      tries: schedules.tries,
    })
    .from(schedules)
    .where(
      and(
        eq(schedules.companyId, companyId),
        eq(schedules.state, 'LIVE'),
        lte(dueOn, today),
        isFree(tx, schedules),
      ),
    )
    .orderBy(asc(dueOn), asc(schedules.id));
  return rows.map(({ id, ...row }) => ({
    companyId,
    ...row,
    arrangement: { kind: 'schedule', id },
  }));
}

async function findDueInstallments(tx: Tx, { companyId, today }: Day): Promise<DueItem[]> {
  const dueOn = nextTry(installments.nextTryOn, installments.dueOn);
  const rows = await tx
    .select({
      customerId: plans.customerId,
      invoiceId: plans.invoiceId,
      id: plans.id,
      index: installments.index,
      occurrenceOn: installments.dueOn,
      dueOn,
      tries: installments.tries,
    })
    .from(installments)
    .innerJoin(
      plans,
      and(eq(plans.companyId, installments.companyId), eq(plans.id, installments.planId)),
    )
    .where(
      and(
        eq(plans.companyId, companyId),
        eq(plans.state, 'LIVE'),
        inArray(installments.status, ['OPEN', 'FAILED']),
        eq(installments.isMissed, false),
        lte(dueOn, today),
        isFree(tx, plans),
      ),
    )
    .orderBy(asc(dueOn), asc(plans.id), asc(installments.index));
  return rows.map(({ id, index, ...row }) => ({
    companyId,
    ...row,
    arrangement: { kind: 'installment', id, index },
  }));
}

async function findDueAutoPay(tx: Tx, { companyId, today }: Day): Promise<DueItem[]> {
  const dueOn = nextTry(autoPayCharges.nextTryOn, autoPayCharges.chargeOn);
  const rows = await tx
    .select({
      customerId: autoPayCharges.customerId,
      invoiceId: autoPayCharges.invoiceId,
      id: autoPayCharges.id,
      occurrenceOn: autoPayCharges.chargeOn,
      dueOn,
      tries: autoPayCharges.tries,
    })
    .from(autoPayCharges)
    .where(
      and(
        eq(autoPayCharges.companyId, companyId),
        eq(autoPayCharges.state, 'LIVE'),
        lte(dueOn, today),
        isFree(tx, autoPayCharges),
      ),
    )
    .orderBy(asc(dueOn), asc(autoPayCharges.id));
  return rows.map(({ id, ...row }) => ({
    companyId,
    ...row,
    arrangement: { kind: 'autoPay', id },
  }));
}

/** Everything of a company whose day has come. */
export async function findDue(tx: Tx, day: Day): Promise<DueItem[]> {
  const scheduled = await findDueSchedules(tx, day);
  const planned = await findDueInstallments(tx, day);
  const automatic = await findDueAutoPay(tx, day);
  return [...scheduled, ...planned, ...automatic];
}

/** The status is in the condition: an invoice that is being paid meanwhile is left alone. */
export async function markOverdueInvoices(
  tx: Tx,
  { companyId, today }: Day,
  status: InvoiceRow['status'],
): Promise<number> {
  const rows = await tx
    .update(invoices)
    .set({ status, version: sql`${invoices.version} + 1` })
    .where(
      and(eq(invoices.companyId, companyId), eq(invoices.status, 'DUE'), lt(invoices.dueOn, today)),
    )
    .returning({ id: invoices.id });
  return rows.length;
}
