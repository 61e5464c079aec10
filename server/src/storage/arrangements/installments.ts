/** The installments of plans. Amounts and dates are fixed when the plan is made. */
import type { CompanyId } from '@quittance/contract/ids';
import type { InstallmentStatus } from '@quittance/contract/vocabulary';
import { and, asc, eq } from 'drizzle-orm';
import type { InstallmentRow } from '../billing/invoices.ts';
import type { Tx } from '../database.ts';
import { installments } from '../schema/arrangements.ts';

type PlanKey = { companyId: CompanyId; planId: string };
export type InstallmentKey = PlanKey & { index: number };

export async function insertInstallments(
  tx: Tx,
  rows: readonly (typeof installments.$inferInsert)[],
): Promise<void> {
  await tx.insert(installments).values([...rows]);
}

/** All of a plan, in order. */
export async function listInstallments(tx: Tx, key: PlanKey): Promise<InstallmentRow[]> {
  return tx
    .select()
    .from(installments)
    .where(and(eq(installments.companyId, key.companyId), eq(installments.planId, key.planId)))
    .orderBy(asc(installments.index));
}

export type InstallmentChange = Partial<
  Pick<InstallmentRow, 'tries' | 'nextTryOn' | 'isMissed'> & { status: InstallmentStatus }
>;

export async function updateInstallment(
  tx: Tx,
  key: InstallmentKey,
  change: InstallmentChange,
): Promise<void> {
  await tx
    .update(installments)
    .set(change)
    .where(
      and(
        eq(installments.companyId, key.companyId),
        eq(installments.planId, key.planId),
        eq(installments.index, key.index),
      ),
    );
}
