/** Disputes at the processor (R40): one row per dispute, under the processor's id. */
import type { CompanyId } from '@quittance/contract/ids';
import type { Tx } from '../database.ts';
import { type MethodKey, matching } from '../keys.ts';
import { findRow, hasRow, lockRow } from '../rows.ts';
import { attempts } from '../schema/payments.ts';
import { disputes } from '../schema/refunds.ts';
import type { AttemptKey } from './attempts.ts';

export type DisputeRow = typeof disputes.$inferSelect;

export async function insertDispute(tx: Tx, dispute: DisputeRow): Promise<void> {
  await tx.insert(disputes).values(dispute);
}

export async function lockDispute(
  tx: Tx,
  { companyId, processorReference }: { companyId: CompanyId; processorReference: string },
): Promise<DisputeRow | null> {
  return lockRow(tx, disputes, { companyId, processorReference });
}

export async function updateDispute(
  tx: Tx,
  { companyId, id }: Pick<DisputeRow, 'companyId' | 'id'>,
  change: Pick<DisputeRow, 'state' | 'closedAt'>,
): Promise<void> {
  await tx.update(disputes).set(change).where(matching(disputes, { companyId, id }));
}

export async function findLostDispute(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
): Promise<DisputeRow | null> {
  return findRow(tx, disputes, { companyId, attemptId, state: 'LOST' });
}

/** The cardholder took back a charge of the method: it is not charged again without the payer. */
export async function hasLostDispute(tx: Tx, { companyId, methodId }: MethodKey): Promise<boolean> {
  return hasRow(tx, attempts, { companyId, methodId, disputeState: 'LOST' });
}
