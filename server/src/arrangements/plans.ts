/** Payment plans. payments/ decides their state; the amount of a plan never changes. */
import type { CompanyId, MandateId, MethodId } from '@quittance/contract/ids';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching } from '../platform/database/keys.ts';
import { findNewestRow, findRow, lockRow, writtenRow } from '../platform/database/rows.ts';
import { plans } from '../schema/arrangements.ts';

export type PlanRow = typeof plans.$inferSelect;
export type NewPlan = typeof plans.$inferInsert;
export type PlanKey = { companyId: CompanyId; planId: string };

const LIVE_PLAN_STATES = ['LIVE', 'SUSPENDED'] as const;

export function isLivePlan({ state }: Pick<PlanRow, 'state'>): boolean {
  return LIVE_PLAN_STATES.some((live) => live === state);
}

export async function insertPlan(tx: Tx, plan: NewPlan): Promise<PlanRow> {
  return writtenRow(tx.insert(plans).values(plan).returning());
}

export async function findPlan(tx: Tx, { companyId, planId }: PlanKey): Promise<PlanRow | null> {
  return findRow(tx, plans, { companyId, id: planId });
}

/** Lock order: invoice, then plan. */
export async function lockPlan(tx: Tx, { companyId, planId }: PlanKey): Promise<PlanRow | null> {
  return lockRow(tx, plans, { companyId, id: planId });
}

export async function lockLivePlan(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<PlanRow | null> {
  return lockRow(tx, plans, { companyId, invoiceId, state: LIVE_PLAN_STATES });
}

export async function findNewestPlan(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<PlanRow | null> {
  return findNewestRow(tx, plans, { companyId, invoiceId });
}

export type PlanChange = Partial<
  Pick<
    PlanRow,
    | 'state'
    | 'feeCents'
    | 'suspendedAt'
    | 'remindedAt'
    | 'count'
    | 'endsOn'
    | 'dayOfMonth'
    | 'skips'
    | 'dayChanges'
    | 'pauses'
  > & {
    methodId: MethodId;
    mandateId: MandateId;
  }
>;

export async function updatePlan(
  tx: Tx,
  { companyId, planId }: PlanKey,
  change: PlanChange,
): Promise<PlanRow> {
  const isPlan = matching(plans, { companyId, id: planId });
  return writtenRow(tx.update(plans).set(change).where(isPlan).returning());
}
