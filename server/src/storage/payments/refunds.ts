/** Money that is owed back, one row per charge that was too much. */
import type { Instant } from '@quittance/contract/dates';
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { refunds } from '../schema/refunds.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type RefundKey = { companyId: CompanyId; id: string };

function isKey(key: RefundKey) {
  return and(eq(refunds.companyId, key.companyId), eq(refunds.id, key.id));
}

export async function insertRefund(tx: Tx, refund: typeof refunds.$inferInsert): Promise<void> {
  await tx.insert(refunds).values(refund);
}

/** System scope: everything still to be given back, oldest first. */
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
  key: { companyId: CompanyId; attemptId: AttemptId },
): Promise<RefundRow | null> {
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.companyId, key.companyId), eq(refunds.attemptId, key.attemptId)))
    .for('update');
  return row ?? null;
}

/** Takes the refund for one try. Of two who saw the same number of tries, only one gets it. */
export async function claimRefund(
  tx: Tx,
  refund: Pick<RefundRow, 'companyId' | 'id' | 'tries'>,
): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    .set({ tries: sql`${refunds.tries} + 1` })
    .where(and(isKey(refund), eq(refunds.state, 'OPEN'), eq(refunds.tries, refund.tries)))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

export type RefundChange = {
  state: RefundRow['state'];
  processorReference?: string | null;
  doneAt?: Instant;
};

export async function updateRefund(tx: Tx, key: RefundKey, change: RefundChange): Promise<void> {
  await tx.update(refunds).set(change).where(isKey(key));
}
