/** Refunds: one row per charge that exceeded what was owed. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { matching } from '../keys.ts';
import { hasRows, lockRow } from '../rows.ts';
import { refunds } from '../schema/refunds.ts';
import type { AttemptKey } from './attempts.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type RefundKey = { companyId: CompanyId; id: string };

export async function insertRefund(tx: Tx, refund: typeof refunds.$inferInsert): Promise<void> {
  await tx.insert(refunds).values(refund);
}

/** System scope: refunds to be made, oldest first. */
export async function listOpenRefunds(tx: Tx, limit: number): Promise<RefundRow[]> {
  return tx
    .select()
    .from(refunds)
    .where(eq(refunds.state, 'OPEN'))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(limit);
}

export async function lockRefundOf(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
): Promise<RefundRow | null> {
  return lockRow(tx, refunds, { companyId, attemptId });
}

/** Claims the refund for one attempt. The attempt count acts as a version: one of two callers wins. */
export async function claimRefund(
  tx: Tx,
  { companyId, id, tries }: Pick<RefundRow, 'companyId' | 'id' | 'tries'>,
): Promise<boolean> {
  return hasRows(
    tx
      .update(refunds)
      .set({ tries: sql`${refunds.tries} + 1` })
      .where(matching(refunds, { companyId, id, state: 'OPEN', tries }))
      .returning({ id: refunds.id }),
  );
}

export type RefundChange = {
  state: RefundRow['state'];
  processorReference?: string | null;
  doneAt?: Instant;
};

export async function updateRefund(
  tx: Tx,
  { companyId, id }: RefundKey,
  change: RefundChange,
): Promise<void> {
  await tx.update(refunds).set(change).where(matching(refunds, { companyId, id }));
}
