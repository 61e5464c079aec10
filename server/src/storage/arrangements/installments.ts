/** The installments of plans. Dates are fixed when the plan is made; amounts change with the kind of method. */
import type { InstallmentStatus } from '@quittance/contract/vocabulary';
import { asc } from 'drizzle-orm';
import type { InstallmentRow } from '../billing/invoices.ts';
import type { Tx } from '../database.ts';
import { matching } from '../keys.ts';
import { installments } from '../schema/arrangements.ts';
import type { PlanKey } from './plans.ts';

export type InstallmentKey = PlanKey & { index: number };

export async function insertInstallments(
  tx: Tx,
  rows: readonly (typeof installments.$inferInsert)[],
): Promise<void> {
  await tx.insert(installments).values([...rows]);
}

/** All of a plan, in order. */
export async function listInstallments(
  tx: Tx,
  { companyId, planId }: PlanKey,
): Promise<InstallmentRow[]> {
  return tx
    .select()
    .from(installments)
    .where(matching(installments, { companyId, planId }))
    .orderBy(asc(installments.index));
}

export type InstallmentChange = Partial<
  Pick<
    InstallmentRow,
    'tries' | 'nextTryOn' | 'isMissed' | 'principalCents' | 'feeCents' | 'costCents'
  > & { status: InstallmentStatus }
>;

export async function updateInstallment(
  tx: Tx,
  { companyId, planId, index }: InstallmentKey,
  change: InstallmentChange,
): Promise<void> {
  await tx
    .update(installments)
    .set(change)
    .where(matching(installments, { companyId, planId, index }));
}
