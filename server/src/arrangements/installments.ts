/**
 * Installments of plans. Amounts depend on the kind of method, and a payer's changes can move both dates and
 * amounts.
 */
import type { InstallmentStatus } from '@quittance/contract/vocabulary';
import { and, gt } from 'drizzle-orm';
import type { InstallmentRow } from '../invoices/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { listRows, updateAhead } from '../platform/database/rows.ts';
import { installments } from '../schema/arrangements.ts';
import type { PlanKey } from './plans.ts';

export type InstallmentKey = PlanKey & { index: number };

export async function insertInstallments(
  tx: Tx,
  rows: readonly (typeof installments.$inferInsert)[],
): Promise<void> {
  await tx.insert(installments).values([...rows]);
}

export async function listInstallments(
  tx: Tx,
  { companyId, planId }: PlanKey,
): Promise<InstallmentRow[]> {
  return listRows(tx, installments, { values: { companyId, planId }, orderedBy: ['index'] });
}

export type InstallmentChange = Partial<
  Pick<
    InstallmentRow,
    | 'tries'
    | 'nextTryOn'
    | 'isMissed'
    | 'principalCents'
    | 'feeCents'
    | 'costCents'
    | 'dueOn'
    | 'movedFromOn'
    | 'skips'
  > & { status: InstallmentStatus }
>;

export function updateInstallment(
  tx: Tx,
  { companyId, planId, index }: InstallmentKey,
  change: InstallmentChange,
): void {
  updateAhead(tx, installments, { key: { companyId, planId, index }, change });
}

export async function deleteInstallmentsBehind(
  tx: Tx,
  { companyId, planId, index }: InstallmentKey,
): Promise<void> {
  await tx
    .delete(installments)
    .where(and(matching(installments, { companyId, planId }), gt(installments.index, index)));
}
