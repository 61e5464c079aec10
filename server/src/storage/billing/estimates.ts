/** Estimates as they are paid once accepted. Listing and accepting them is done elsewhere. */
import type { CompanyId, EstimateId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { estimates } from '../schema/projects.ts';

export type EstimateRow = typeof estimates.$inferSelect;
type EstimateKey = { companyId: CompanyId; estimateId: EstimateId };

function isKey(key: EstimateKey) {
  return and(eq(estimates.companyId, key.companyId), eq(estimates.id, key.estimateId));
}

export async function lockEstimate(tx: Tx, key: EstimateKey): Promise<EstimateRow | null> {
  const [row] = await tx.select().from(estimates).where(isKey(key)).for('update');
  return row ?? null;
}

export async function updateEstimatePaid(
  tx: Tx,
  key: EstimateKey,
  paidCents: Cents,
): Promise<void> {
  await tx.update(estimates).set({ paidCents }).where(isKey(key));
}
