/** A company saves the lists that its people look at, with their filters. */
import { type NewView, VIEWS_MAX, type View } from '@quittance/contract/reports/view-schemas';
import { lockCompany } from '../companies/company-list.ts';
import { AppError } from '../kernel/errors.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { findView, listViewRows, removeView, saveView, type ViewRow } from './view-rows.ts';

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

type Named = { actor: Actor; viewName: string };

export async function getView(tx: Tx, { actor: { companyId }, viewName }: Named): Promise<View> {
  const row = await findView(tx, { companyId, name: viewName });
  if (!row) throw new AppError('NOT_FOUND');
  return show(row);
}

const subjectOf = ({ companyId }: Actor) => `company:${companyId}`;

export async function putView(
  tx: Tx,
  deps: ProviderDeps,
  { actor, viewName: name, input }: Named & { input: NewView },
): Promise<View> {
  const { companyId } = actor;
  // Two that save the last one at the same moment wait for each other.
  await lockCompany(tx, companyId);
  const known = await listViewRows(tx, companyId);
  const isNew = !known.some((view) => view.name === name);
  if (isNew && known.length >= VIEWS_MAX) throw new AppError('TOO_MANY_VIEWS');
  const saved = await saveView(tx, { companyId, name }, { ...input, at: deps.clock.now() });
  const detail = { name, list: input.list };
  await recordAction(tx, deps, { actor, action: 'view.saved', subject: subjectOf(actor), detail });
  return show(saved);
}

export async function deleteView(
  tx: Tx,
  deps: ProviderDeps,
  { actor, viewName: name }: Named,
): Promise<View> {
  const removed = await removeView(tx, { companyId: actor.companyId, name });
  if (!removed) throw new AppError('NOT_FOUND');
  const subject = subjectOf(actor);
  await recordAction(tx, deps, { actor, action: 'view.deleted', subject, detail: { name } });
  return show(removed);
}
