/** Payment plans. Which state follows is decided by payments/; the amounts of a plan never change. */
import type { CompanyId, InvoiceId, MandateId, MethodId } from '@quittance/contract/ids';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { plans } from '../schema/arrangements.ts';

export type PlanRow = typeof plans.$inferSelect;
export type NewPlan = typeof plans.$inferInsert;
export type PlanKey = { companyId: CompanyId; planId: string };

export const LIVE_PLAN_STATES = ['LIVE', 'SUSPENDED'] as const;

export function isLivePlan({ state }: Pick<PlanRow, 'state'>): boolean {
  return LIVE_PLAN_STATES.some((live) => live === state);
}

function isKey(key: PlanKey) {
  return and(eq(plans.companyId, key.companyId), eq(plans.id, key.planId));
}

export async function insertPlan(tx: Tx, plan: NewPlan): Promise<PlanRow> {
  const [row] = await tx.insert(plans).values(plan).returning();
  if (!row) throw new Error('An inserted plan was not returned');
  return row;
}

/** After the invoice's lock, never before it. */
export async function lockPlan(tx: Tx, key: PlanKey): Promise<PlanRow | null> {
  const [row] = await tx.select().from(plans).where(isKey(key)).for('update');
  return row ?? null;
}

type InvoiceKey = { companyId: CompanyId; invoiceId: InvoiceId };

export async function lockLivePlan(tx: Tx, key: InvoiceKey): Promise<PlanRow | null> {
  const [row] = await tx
    .select()
    .from(plans)
    .where(
      and(
        eq(plans.companyId, key.companyId),
        eq(plans.invoiceId, key.invoiceId),
        inArray(plans.state, [...LIVE_PLAN_STATES]),
      ),
    )
    .for('update');
  return row ?? null;
}

/** The plan the invoice had last, whatever became of it. */
export async function findNewestPlan(tx: Tx, key: InvoiceKey): Promise<PlanRow | null> {
  const [row] = await tx
    .select()
    .from(plans)
    .where(and(eq(plans.companyId, key.companyId), eq(plans.invoiceId, key.invoiceId)))
    .orderBy(desc(plans.createdAt), desc(plans.id))
    .limit(1);
  return row ?? null;
}

export type PlanChange = Partial<{
  state: PlanRow['state'];
  methodId: MethodId;
  mandateId: MandateId;
}>;

export async function updatePlan(tx: Tx, key: PlanKey, change: PlanChange): Promise<PlanRow> {
  const [row] = await tx.update(plans).set(change).where(isKey(key)).returning();
  if (!row) throw new Error('An updated plan was not returned');
  return row;
}
