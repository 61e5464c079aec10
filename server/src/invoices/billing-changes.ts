/** Changes to the billed amounts of an issued invoice (ADR 0090). */
import type { Tx } from '../platform/database/database.ts';
import { insertRows } from '../platform/database/row-sets.ts';
import { billingChanges } from '../schema/history.ts';

type BillingChange = typeof billingChanges.$inferInsert;

/** Skips changes that do not change an amount. */
export function appendBillingChanges(tx: Tx, changes: readonly BillingChange[]): void {
  insertRows(
    tx,
    billingChanges,
    changes.filter(({ amountCents }) => amountCents !== 0),
  );
}
