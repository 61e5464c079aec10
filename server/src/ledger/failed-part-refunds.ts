/** Parts of a payment on several invoices (R48) whose refund failed (R80). */
import type { InvoiceId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import { asc, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import type { PartRow } from './attempt-parts.ts';
import type { AttemptKey } from './attempts.ts';

/**
 * Locks the parts of an attempt that is already locked. The amount owed again can change under an invoice lock
 * alone.
 */
export async function lockPartRows(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
): Promise<PartRow[]> {
  return tx
    .select()
    .from(attemptParts)
    .where(matching(attemptParts, { companyId, attemptId }))
    .orderBy(asc(attemptParts.invoiceId))
    .for('update');
}

/**
 * `owedCents` is the amount that has been owed again since the refund. `creditedCents` is the share of that amount
 * that the invoice does not take back.
 */
export type FailedPartRefund = {
  invoiceId: InvoiceId;
  refundedCents: Cents;
  owedCents: Cents;
  creditedCents: Cents;
};

/** Reverses failed refunds: nothing was returned to the payer, so nothing is owed again. */
export function reversePartRefunds(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
  failed: readonly FailedPartRefund[],
): void {
  if (failed.length === 0) return;
  const statement = sql`update attempt_parts p set
      refunded_cents = p.refunded_cents - failed."refundedCents",
      owed_again_cents = p.owed_again_cents - failed."owedCents",
      credit_cents = p.credit_cents + failed."creditedCents"
    from json_to_recordset(${JSON.stringify(failed)}::json)
      as failed ("invoiceId" uuid, "refundedCents" bigint, "owedCents" bigint, "creditedCents" bigint)
    where p.company_id = ${companyId} and p.attempt_id = ${attemptId}
      and p.invoice_id = failed."invoiceId"`;
  const execute = async () => {
    const { rowCount } = await tx.execute(statement);
    invariant(rowCount === failed.length, 'every part that changes is found');
  };
  sendAhead(tx, { execute });
}
