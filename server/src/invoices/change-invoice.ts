import { changeable } from '@quittance/contract/fields';
import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import { INVOICE_GROUPS } from '@quittance/contract/invoices/invoice-filter';
import type {
  InvoiceByRef,
  InvoiceChange,
  InvoiceQuery,
  ProviderInvoice,
} from '@quittance/contract/invoices/provider-schemas';
import { subtractCents } from '@quittance/contract/money';
import { INVOICE_STATUSES, type InvoiceStatus } from '@quittance/contract/vocabulary';
import { canMoveInvoice, moveInvoice } from '@quittance/domain/status/invoice-status';
import { requireCustomer } from '../customers/manage-customers.ts';
import { revokeLinksOfInvoice } from '../identity/capabilities.ts';
import { AppError } from '../kernel/errors.ts';
import { decideEach, isAccepted, onlyOutcome } from '../kernel/outcomes.ts';
import { findInvoicesInUse, type InvoicesInUse } from '../ledger/invoices-in-use.ts';
import type { Actor, ProviderDeps } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { differencesFrom, pickColumns } from '../platform/database/field-columns.ts';
import type { InvoiceKey } from '../platform/database/keys.ts';
import { updateRows } from '../platform/database/row-sets.ts';
import { findRow } from '../platform/database/rows.ts';
import { auditChanges, type ChangeSet, recordChanges } from '../platform/events/write-objects.ts';
import { sortedPageFrom, toSort, toSortedPage } from '../platform/http/sorted-page.ts';
import { type InvoiceRow, invoices } from '../schema/invoices.ts';
import { appendBillingChanges } from './billing-changes.ts';
import { changedColumns, isBilledAnew, needsUnused, toRefusal } from './changed-columns.ts';
import {
  INVOICE_ORDERS,
  listInvoiceRows,
  lockInvoiceByExternalRef,
  replaceLines,
  updateInvoiceColumns,
} from './invoice-records.ts';
import { computeAmounts, createInvoice, findToday, toLineRows } from './issue-invoice.ts';
import { showInvoice, showListedInvoices } from './show-invoice.ts';
import { findInvoice, lockInvoice } from './store.ts';

async function lock(tx: Tx, { companyId }: Actor, invoiceId: InvoiceId): Promise<InvoiceRow> {
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  return invoice;
}

const findInvoiceUse = (tx: Tx, { companyId, id }: InvoiceRow) =>
  findInvoicesInUse(tx, { companyId, invoiceIds: [id] });

const UNUSED: InvoicesInUse = { beingPaid: new Set(), scheduled: new Set() };

const isDraft = ({ status }: Pick<InvoiceRow, 'status'>) => status === 'DRAFT';

const toKey = ({ companyId, id: invoiceId }: InvoiceRow): InvoiceKey => ({ companyId, invoiceId });

function recordBilled(
  tx: Tx,
  { clock, entropy }: ProviderDeps,
  changed: readonly { before: InvoiceRow; after: InvoiceRow }[],
): void {
  const at = clock.now();
  const changes = changed
    .filter(({ before }) => before.status !== 'DRAFT')
    .map(({ before, after }) => ({
      companyId: after.companyId,
      id: entropy.uuid(),
      customerId: after.customerId,
      invoiceId: after.id,
      kind: 'REBILLED' as const,
      amountCents: subtractCents(after.totalCents, before.totalCents),
      at,
    }));
  appendBillingChanges(tx, changes);
}

/**
 * The invoices must be locked. Amounts and due dates cannot change on an invoice that is paid, being paid, arranged
 * or disputed, and the amount of a partly paid invoice can only rise.
 */
export async function changeInvoices(
  tx: Tx,
  deps: ProviderDeps,
  { actor, changes, options = {} }: ChangeSet<InvoiceRow, InvoiceChange>,
) {
  const { companyId } = actor;
  const touching = changes.filter(({ row, change }) => needsUnused(row, change));
  const invoiceIds = touching.map(({ row }) => row.id);
  const inUse =
    touching.length > 0 ? await findInvoicesInUse(tx, { companyId, invoiceIds }) : UNUSED;
  const today = await findToday(tx, deps, actor);
  const updatedAt = deps.clock.now();
  const outcomes = decideEach(changes, ({ row: before, change }) => {
    const code = needsUnused(before, change) ? toRefusal(before, inUse, change) : null;
    if (code) throw new AppError(code);
    const columns = changedColumns(before, change, today);
    const version = before.version + 1;
    return { before, after: { ...before, ...columns, version, updatedAt }, change };
  });
  const changed = outcomes.filter(isAccepted);
  if (options.isDryRun || changed.length === 0) return outcomes;
  const rows = changed.map(({ after }) => ({
    id: after.id,
    ...pickColumns(changeable(INVOICE_FIELDS), after),
    totalCents: after.totalCents,
    taxCents: after.taxCents,
    status: after.status,
    version: after.version,
    updatedAt,
  }));
  updateRows(tx, invoices, { companyId, rows });
  const rebilled = changed.filter(({ change }) => isBilledAnew(change));
  const lines = rebilled.flatMap(({ after, change }) => toLineRows(after, change.lines));
  replaceLines(tx, { companyId, invoiceIds: rebilled.map(({ after }) => after.id) }, lines);
  recordBilled(tx, deps, changed);
  const objects = changed.map(({ after: { id, status, totalCents }, change }) => ({
    id,
    status,
    detail: { fields: Object.keys(change), totalCents },
  }));
  // A draft is internal to the company until it is issued.
  const [drafts, issued] = [objects.filter(isDraft), objects.filter((row) => !isDraft(row))];
  await recordChanges(tx, deps, { actor, action: 'invoice.changed', objects: issued });
  await auditChanges(tx, deps, { actor, action: 'invoice.changed', objects: drafts });
  return outcomes;
}

async function changeOne(
  tx: Tx,
  deps: ProviderDeps,
  { actor, row, change }: { actor: Actor; row: InvoiceRow; change: InvoiceChange },
): Promise<ProviderInvoice> {
  const outcomes = await changeInvoices(tx, deps, { actor, changes: [{ row, change }] });
  return showInvoice(tx, onlyOutcome(outcomes).after);
}

export async function changeInvoice(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoiceId, change }: { actor: Actor; invoiceId: InvoiceId; change: InvoiceChange },
): Promise<ProviderInvoice> {
  const row = await lock(tx, actor, invoiceId);
  return changeOne(tx, deps, { actor, row, change });
}

/**
 * Omits fields that already have the given value, so that repeating a PUT is not refused because something was paid
 * in the meantime.
 */
function differences(invoice: InvoiceRow, input: InvoiceByRef): InvoiceChange {
  const amounts = computeAmounts(input);
  const isDifferent =
    amounts.totalCents !== invoice.totalCents || amounts.taxCents !== invoice.taxCents;
  const { total, lines } = input;
  return {
    ...differencesFrom(INVOICE_FIELDS, invoice, input),
    ...(isDifferent ? { total, lines } : {}),
  };
}

export async function putInvoice(
  tx: Tx,
  deps: ProviderDeps,
  { actor, externalRef, input }: { actor: Actor; externalRef: string; input: InvoiceByRef },
): Promise<ProviderInvoice> {
  const invoice = await lockInvoiceByExternalRef(tx, { companyId: actor.companyId, externalRef });
  if (!invoice) return createInvoice(tx, deps, { actor, input: { ...input, externalRef } });
  const customer = await requireCustomer(tx, actor, input);
  if (customer.id !== invoice.customerId) throw new AppError('INVOICE_NOT_CHANGEABLE');
  const { paidBefore = invoice.paidBeforeCents } = input;
  if (paidBefore !== invoice.paidBeforeCents) throw new AppError('INVOICE_NOT_CHANGEABLE');
  const change = differences(invoice, input);
  if (Object.keys(change).length === 0) return showInvoice(tx, invoice);
  return changeOne(tx, deps, { actor, row: invoice, change });
}

type Decision = { actor: Actor; invoiceId: InvoiceId; reason: string };

/** Payers can no longer see the invoice, and its links end. */
export async function voidInvoice(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoiceId, reason }: Decision,
): Promise<ProviderInvoice> {
  const invoice = await lock(tx, actor, invoiceId);
  const code = toRefusal(invoice, await findInvoiceUse(tx, invoice), null);
  if (code) throw new AppError(code);
  const at = deps.clock.now();
  const { status, statusBefore, dueOn: dueDate, version } = invoice;
  const today = await findToday(tx, deps, actor);
  const draft = moveInvoice({ status, event: 'voided', dueDate, today, statusBefore });
  const change = { status: draft, voidedAt: at, version: version + 1, updatedAt: at };
  const row = await updateInvoiceColumns(tx, toKey(invoice), change);
  await revokeLinksOfInvoice(tx, toKey(invoice), at);
  const objects = [{ id: invoiceId, detail: { reason, totalCents: row.totalCents } }];
  await recordChanges(tx, deps, { actor, action: 'invoice.voided', objects });
  return showInvoice(tx, row);
}

/**
 * An overdue invoice becomes uncollectible. The payer can still pay it, but nothing is charged off-session (R85).
 */
export async function writeOffInvoice(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoiceId, reason }: Decision,
): Promise<ProviderInvoice> {
  const invoice = await lock(tx, actor, invoiceId);
  const { status, statusBefore, dueOn: dueDate, version } = invoice;
  if (!canMoveInvoice({ status, event: 'writtenOff' })) {
    throw new AppError('INVOICE_NOT_CHANGEABLE');
  }
  const { beingPaid } = await findInvoiceUse(tx, invoice);
  if (beingPaid.has(invoiceId)) throw new AppError('ACCOUNT_IS_PROCESSING');
  const today = await findToday(tx, deps, actor);
  const written = moveInvoice({ status, event: 'writtenOff', dueDate, today, statusBefore });
  const at = deps.clock.now();
  const row = await updateInvoiceColumns(tx, toKey(invoice), {
    status: written,
    writtenOffAt: at,
    version: version + 1,
    updatedAt: at,
  });
  const detail = { reason, balanceCents: row.totalCents - row.paidCents };
  const objects = [{ id: invoiceId, detail }];
  await recordChanges(tx, deps, { actor, action: 'invoice.written_off', objects });
  return showInvoice(tx, row);
}

export async function getInvoiceByRef(
  tx: Tx,
  key: { companyId: CompanyId; externalRef: string },
): Promise<ProviderInvoice> {
  const row = await findRow(tx, invoices, key);
  if (!row) throw new AppError('ACCOUNT_NOT_FOUND');
  return showInvoice(tx, row);
}

export async function getInvoice(tx: Tx, key: InvoiceKey): Promise<ProviderInvoice> {
  const row = await findInvoice(tx, key);
  if (!row) throw new AppError('ACCOUNT_NOT_FOUND');
  return showInvoice(tx, row);
}

export async function listInvoices(
  tx: Tx,
  { companyId }: Actor,
  { limit, after, sort, status, isOverdue, ...filter }: InvoiceQuery,
) {
  const page = sortedPageFrom({ limit, after, sort: sort ?? toSort(filter) }, INVOICE_ORDERS);
  const statuses = toStatuses(status, isOverdue);
  if (statuses?.length === 0) return { data: [], nextCursor: null };
  const rows = await listInvoiceRows(tx, { filter: { companyId, statuses, ...filter }, page });
  return toSortedPage(rows, page, (shown) => showListedInvoices(tx, shown));
}

/**
 * Returns undefined for any status. An empty list means that the two conditions contradict each other, because no
 * status satisfies both.
 */
function toStatuses(status?: InvoiceQuery['status'], isOverdue?: boolean) {
  const named = status === undefined ? undefined : [...new Set([status].flat())];
  const overdue: readonly InvoiceStatus[] = INVOICE_GROUPS.overdue;
  if (isOverdue === undefined) return named;
  const wanted = isOverdue ? overdue : INVOICE_STATUSES.filter((one) => !overdue.includes(one));
  return named ? wanted.filter((one) => named.includes(one)) : wanted;
}
