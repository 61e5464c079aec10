/** Disputes at the processor (R40): one row per dispute, keyed by the processor's id. */
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { and, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type MethodKey, matching, references } from '../platform/database/keys.ts';
import { hasRows, listRows, lockRow } from '../platform/database/rows.ts';
import { attempts, type DisputeState } from '../schema/payments.ts';
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
  change: Partial<Pick<DisputeRow, 'state' | 'closedAt' | 'dueAt' | 'awaitsEvidence'>>,
): Promise<void> {
  await tx.update(disputes).set(change).where(matching(disputes, { companyId, id }));
}

export async function loadDisputes(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
): Promise<DisputeRow[]> {
  return listRows(tx, disputes, { values: { companyId, attemptId }, orderedBy: ['id'] });
}

export async function listDisputes(
  tx: Tx,
  companyId: CompanyId,
  attemptIds: readonly AttemptId[],
): Promise<DisputeRow[]> {
  if (attemptIds.length === 0) return [];
  const isTheirs = sql`${disputes.attemptId} = any(${sql.param([...attemptIds])}::uuid[])`;
  return tx
    .select()
    .from(disputes)
    .where(and(matching(disputes, { companyId }), isTheirs));
}

const SUMMARY_ORDER = ['OPEN', 'LOST', 'WON'] as const satisfies readonly DisputeState[];

/**
 * Returns the dispute state to store on the attempt: open while any of its disputes is open, otherwise lost if any
 * was lost.
 */
export function toDisputeState(rows: readonly DisputeRow[]): DisputeState | null {
  return SUMMARY_ORDER.find((state) => rows.some((row) => row.state === state)) ?? null;
}

/**
 * Returns whether the cardholder won a dispute over a charge of the method. Such a method is not charged again
 * without the payer.
 */
export async function hasLostDispute(tx: Tx, { companyId, methodId }: MethodKey): Promise<boolean> {
  const lost = tx
    .select({ id: disputes.id })
    .from(disputes)
    .innerJoin(attempts, references(disputes.attemptId, attempts))
    .where(and(matching(disputes, { companyId, state: 'LOST' }), matching(attempts, { methodId })));
  return hasRows(lost.limit(1));
}
