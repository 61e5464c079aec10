import type { Tx } from '../platform/database/database.ts';
import { insertRows } from '../platform/database/row-sets.ts';
import { billingChanges } from '../schema/history.ts';

type BillingChange = typeof billingChanges.$inferInsert;

export function appendBillingChanges(tx: Tx, changes: readonly BillingChange[]): void {
  insertRows(
    tx,
    billingChanges,
    changes.filter(({ amountCents }) => amountCents !== 0),
  );
}
