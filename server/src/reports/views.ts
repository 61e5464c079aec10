/** Saves list views with their filters for a company's staff. */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { type NewView, VIEWS_MAX, type View } from '@quittance/contract/reports/view-schemas';
import { asc } from 'drizzle-orm';
import { lockCompany } from '../companies/company-list.ts';
import { AppError } from '../kernel/errors.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { findRow, firstRow, writtenRow } from '../platform/database/rows.ts';
import { savedViews } from '../schema/provider.ts';

type ViewRow = typeof savedViews.$inferSelect;
type ViewKey = { companyId: CompanyId; name: string };

async function listViewRows(tx: Tx, companyId: CompanyId): Promise<ViewRow[]> {
  return tx
    .select()
    .from(savedViews)
    .where(matching(savedViews, { companyId }))
    .orderBy(asc(savedViews.name));
}

async function findView(tx: Tx, key: ViewKey): Promise<ViewRow | null> {
  return findRow(tx, savedViews, key);
}

async function saveView(
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

async function removeView(tx: Tx, key: ViewKey): Promise<ViewRow | null> {
  return firstRow(tx.delete(savedViews).where(matching(savedViews, key)).returning());
}

const show = ({ name, list, filters, createdAt, changedAt }: ViewRow): View => ({
  name,
  list,
  filters,
  createdAt,
  changedAt,
});

export async function listViews(tx: Tx, { companyId }: Actor) {
  return { data: (await listViewRows(tx, companyId)).map(show) };
}

type ViewCommand = { actor: Actor; viewName: string };

export async function getView(
  tx: Tx,
  { actor: { companyId }, viewName }: ViewCommand,
): Promise<View> {
  const row = await findView(tx, { companyId, name: viewName });
  if (!row) throw new AppError('NOT_FOUND');
  return show(row);
}

const toSubject = ({ companyId }: Actor) => `company:${companyId}`;

export async function putView(
  tx: Tx,
  deps: ProviderDeps,
  { actor, viewName: name, input }: ViewCommand & { input: NewView },
): Promise<View> {
  const { companyId } = actor;
  // The lock keeps two concurrent calls from both saving the last allowed view.
  await lockCompany(tx, companyId);
  const known = await listViewRows(tx, companyId);
  const isNew = !known.some((view) => view.name === name);
  if (isNew && known.length >= VIEWS_MAX) throw new AppError('TOO_MANY_VIEWS');
  const saved = await saveView(tx, { companyId, name }, { ...input, at: deps.clock.now() });
  const detail = { name, list: input.list };
  await recordAction(tx, deps, { actor, action: 'view.saved', subject: toSubject(actor), detail });
  return show(saved);
}

export async function deleteView(
  tx: Tx,
  deps: ProviderDeps,
  { actor, viewName: name }: ViewCommand,
): Promise<View> {
  const removed = await removeView(tx, { companyId: actor.companyId, name });
  if (!removed) throw new AppError('NOT_FOUND');
  const subject = toSubject(actor);
  await recordAction(tx, deps, { actor, action: 'view.deleted', subject, detail: { name } });
  return show(removed);
}
