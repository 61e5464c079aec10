/** The installments of plans. Dates are fixed when the plan is made; amounts change with the kind of method. */
import type { InstallmentStatus } from '@quittance/contract/vocabulary';
import type { InstallmentRow } from '../billing/invoices.ts';
import type { Tx } from '../database.ts';
import { listRows, updateAhead } from '../rows.ts';
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
  return listRows(tx, installments, { values: { companyId, planId }, orderedBy: ['index'] });
}

export type InstallmentChange = Partial<
  Pick<
    InstallmentRow,
    'tries' | 'nextTryOn' | 'isMissed' | 'principalCents' | 'feeCents' | 'costCents'
  > & { status: InstallmentStatus }
>;

export function updateInstallment(
  tx: Tx,
  { companyId, planId, index }: InstallmentKey,
  change: InstallmentChange,
): void {
  updateAhead(tx, installments, { key: { companyId, planId, index }, change });
}
