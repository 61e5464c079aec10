/** Saved views of a company. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import type { NewView } from '@quittance/contract/reports/view-schemas';
import { asc } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { findRow, firstRow, writtenRow } from '../platform/database/rows.ts';
import { savedViews } from '../schema/provider.ts';

export type ViewRow = typeof savedViews.$inferSelect;
export type ViewKey = { companyId: CompanyId; name: string };

export async function listViewRows(tx: Tx, companyId: CompanyId): Promise<ViewRow[]> {
  return tx
    .select()
    .from(savedViews)
    .where(matching(savedViews, { companyId }))
    .orderBy(asc(savedViews.name));
}

export async function findView(tx: Tx, key: ViewKey): Promise<ViewRow | null> {
  return findRow(tx, savedViews, key);
}

export async function saveView(
  tx: Tx,
  key: ViewKey,
  { list, filters, at }: NewView & { at: Instant },
): Promise<ViewRow> {
  const change = { list, filters, changedAt: at };
  return writtenRow(
    tx
      .insert(savedViews)
      .values({ ...key, ...change, createdAt: at })
      .onConflictDoUpdate({ target: [savedViews.companyId, savedViews.name], set: change })
      .returning(),
  );
}

export async function removeView(tx: Tx, key: ViewKey): Promise<ViewRow | null> {
  return firstRow(tx.delete(savedViews).where(matching(savedViews, key)).returning());
}
