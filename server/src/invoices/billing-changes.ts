/** Changes of what an issued invoice bills (ADR 0090). */
import type { Tx } from '../platform/database/database.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import { billingChanges } from '../schema/history.ts';

export type BillingChange = typeof billingChanges.$inferInsert;

/** Those that change no amount are left out. */
export function appendBillingChanges(tx: Tx, changes: readonly BillingChange[]): void {
  const rows = changes.filter(({ amountCents }) => amountCents !== 0);
  if (rows.length > 0) sendAhead(tx, tx.insert(billingChanges).values(rows));
}
