/** Accepted estimates as payables. projects.ts lists and accepts estimates. */
import type { CompanyId, EstimateId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { lockRow } from '../platform/database/rows.ts';
import { estimates } from '../schema/projects.ts';

export type EstimateRow = typeof estimates.$inferSelect;
type EstimateKey = { companyId: CompanyId; estimateId: EstimateId };

export async function lockEstimate(
  tx: Tx,
  { companyId, estimateId }: EstimateKey,
): Promise<EstimateRow | null> {
  return lockRow(tx, estimates, { companyId, id: estimateId });
}

export async function updateEstimatePaid(
  tx: Tx,
  { companyId, estimateId }: EstimateKey,
  paidCents: Cents,
): Promise<void> {
  await tx
    .update(estimates)
    .set({ paidCents })
    .where(matching(estimates, { companyId, id: estimateId }));
}
