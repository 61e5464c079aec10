/**
 * Finds arrangements that can no longer be charged (R37): suspended ones, and plans past their last date. They are
 * only candidates: each is read again under its lock.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import { and, asc, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { plans, schedules } from '../schema/arrangements.ts';

export type UnchargedKey = { companyId: CompanyId; invoiceId: InvoiceId };

export async function findSuspendedSchedules(
  tx: Tx,
  companyId: CompanyId,
): Promise<UnchargedKey[]> {
  return tx
    .select({ companyId: schedules.companyId, invoiceId: schedules.invoiceId })
    .from(schedules)
    .where(matching(schedules, { companyId, state: 'SUSPENDED' }))
    .orderBy(asc(schedules.chargeOn), asc(schedules.id));
}

/** Condition: the last day of a live plan has passed. */
export function isOverPlan(today: SQL) {
  const lastOn = sql`coalesce(${plans.endsOn},
    (${plans.anchorOn} + make_interval(months => ${plans.count} - 1))::date)`;
  return and(matching(plans, { state: 'LIVE' }), sql`${lastOn} < ${today}`);
}

export async function findUnchargedPlans(
  tx: Tx,
  { companyId, today }: { companyId: CompanyId; today: IsoDate },
): Promise<UnchargedKey[]> {
  const isOver = isOverPlan(sql`${today}::date`);
  return tx
    .select({ companyId: plans.companyId, invoiceId: plans.invoiceId })
    .from(plans)
    .where(and(matching(plans, { companyId }), or(matching(plans, { state: 'SUSPENDED' }), isOver)))
    .orderBy(asc(plans.anchorOn), asc(plans.id));
}
