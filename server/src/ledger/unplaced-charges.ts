/** Charges in a processor's records that could not be assigned to any invoice. */

import type { Instant } from '@quittance/contract/dates';
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { findRow, hasRows, lockRow } from '../platform/database/rows.ts';
import type { AttemptProcessor } from '../schema/posting-checks.ts';
import { unplacedCharges } from '../schema/reconciliations.ts';

export type UnplacedCharge = typeof unplacedCharges.$inferSelect;
export type ChargeKey = { companyId: CompanyId; id: AttemptId };

/** A charge that is found again may have been completed. A closed charge stays closed. */
export async function noteUnplaced(
  tx: Tx,
  charge: typeof unplacedCharges.$inferInsert,
): Promise<void> {
  const { isPending } = charge;
  await tx
    .insert(unplacedCharges)
    .values(charge)
    .onConflictDoUpdate({
      target: [unplacedCharges.companyId, unplacedCharges.id],
      set: { isPending },
    });
}

export async function findUnplaced(tx: Tx, key: ChargeKey): Promise<UnplacedCharge | null> {
  return findRow(tx, unplacedCharges, key);
}

export async function lockUnplaced(tx: Tx, key: ChargeKey): Promise<UnplacedCharge | null> {
  return lockRow(tx, unplacedCharges, key);
}

export async function hasUnplaced(tx: Tx, companyId: CompanyId): Promise<boolean> {
  return hasRows(
    tx
      .select({ id: unplacedCharges.id })
      .from(unplacedCharges)
      .where(matching(unplacedCharges, { companyId, closedAt: null }))
      .limit(1),
  );
}

export async function listUnplaced(
  tx: Tx,
  { companyId, processor }: { companyId: CompanyId; processor: AttemptProcessor },
): Promise<UnplacedCharge[]> {
  const isOpen = matching(unplacedCharges, { companyId, processor, closedAt: null });
  return tx.select().from(unplacedCharges).where(isOpen);
}

export type RefundMark = Pick<UnplacedCharge, 'refundId' | 'refundSentAt'>;

export async function markRefund(tx: Tx, { companyId, id }: ChargeKey, mark: RefundMark) {
  await tx.update(unplacedCharges).set(mark).where(matching(unplacedCharges, { companyId, id }));
}

export async function closeUnplaced(tx: Tx, key: ChargeKey, at: Instant): Promise<boolean> {
  return hasRows(
    tx
      .update(unplacedCharges)
      .set({ closedAt: at })
      .where(matching(unplacedCharges, { ...key, closedAt: null }))
      .returning({ id: unplacedCharges.id }),
  );
}
