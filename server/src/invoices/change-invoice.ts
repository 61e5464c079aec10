/** A company changes, voids or writes off an invoice, and reads it. */
import type { InvoiceId } from '@quittance/contract/ids';
import { INVOICE_GROUPS } from '@quittance/contract/invoices/invoice-filter';
import type {
  InvoiceByRef,
  InvoiceChange,
  InvoiceQuery,
  ProviderInvoice,
} from '@quittance/contract/invoices/provider-schemas';
import { subtractCents } from '@quittance/contract/money';
import { INVOICE_STATUSES, type InvoiceStatus } from '@quittance/contract/vocabulary';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { canMoveInvoice, moveInvoice } from '@quittance/domain/status/invoice-status';
import { revokeLinksOfInvoice } from '../identity/capabilities.ts';
import { AppError } from '../kernel/errors.ts';
import { findInvoicesInUse } from '../ledger/invoices-in-use.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import type { InvoiceKey } from '../platform/database/keys.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { sortedPageFrom, sortedPageOf } from '../platform/http/sorted-page.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { appendBillingChanges } from './billing-changes.ts';
import { changedColumns, isBilledAnew, needsUntouched, refusalOf } from './changed-columns.ts';
import {
  INVOICE_ORDERS,
  listInvoiceRows,
  lockInvoiceByExternalRef,
  replaceLines,
  updateInvoiceColumns,
} from './invoice-records.ts';
import {
  amountsOf,
  createInvoice,
  lineColumns,
  requireCustomer,
  todayOf,
} from './issue-invoice.ts';
import { showInvoice, showListedInvoices } from './show-invoice.ts';
import { findInvoice, lockInvoice } from './store.ts';

async function lock(tx: Tx, { companyId }: Actor, invoiceId: InvoiceId): Promise<InvoiceRow> {
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  return invoice;
}

const useOf = (tx: Tx, { companyId, id }: InvoiceRow) =>
  findInvoicesInUse(tx, { companyId, invoiceIds: [id] });

/** Refused if it is paid, being paid, arranged or disputed. */
async function refuseIfTouched(
  tx: Tx,
  invoice: InvoiceRow,
  event: 'rebilled' | 'voided',
): Promise<void> {
  const code = refusalOf(invoice, await useOf(tx, invoice), event);
  if (code) throw new AppError(code);
}

const keyOf = ({ companyId, id: invoiceId }: InvoiceRow): InvoiceKey => ({ companyId, invoiceId });

/** A draft bills nothing yet. */
function recordBilled(
  tx: Tx,
  { clock, entropy }: ProviderDeps,
  { before, after }: { before: InvoiceRow; after: InvoiceRow },
): void {
  if (before.status === 'DRAFT') return;
  const { companyId, customerId, id: invoiceId } = after;
  const amountCents = subtractCents(after.totalCents, before.totalCents);
  const change = { companyId, customerId, invoiceId, amountCents, at: clock.now() };
  appendBillingChanges(tx, [{ ...change, id: entropy.uuid(), kind: 'REBILLED' }]);
}

type Announced = { row: InvoiceRow; type: EventType };

function announce(tx: Tx, { clock }: ProviderDeps, { row, type }: Announced): void {
  const { companyId, id: objectId } = row;
  recordEvent(tx, { companyId, type, objectId, at: clock.now() });
}

async function write(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoice, change }: { actor: Actor; invoice: InvoiceRow; change: InvoiceChange },
): Promise<ProviderInvoice> {
  if (needsUntouched(invoice, change)) await refuseIfTouched(tx, invoice, 'rebilled');
  const today = await todayOf(tx, deps, actor);
  const columns = { ...changedColumns(invoice, change, today), version: invoice.version + 1 };
  const row = await updateInvoiceColumns(tx, keyOf(invoice), columns);
  if (isBilledAnew(change)) {
    await replaceLines(tx, invoice, lineColumns(change.lines ?? []));
  }
  recordBilled(tx, deps, { before: invoice, after: row });
  const subject = `invoice:${invoice.id}`;
  const detail = { fields: Object.keys(change), totalCents: row.totalCents };
  await recordAction(tx, deps, { actor, action: 'invoice.changed', subject, detail });
  // A draft is the company's own affair until it is issued.
  if (row.status !== 'DRAFT') announce(tx, deps, { row, type: 'invoice.changed' });
  return showInvoice(tx, row);
}

export async function changeInvoice(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoiceId, change }: { actor: Actor; invoiceId: InvoiceId; change: InvoiceChange },
): Promise<ProviderInvoice> {
  const invoice = await lock(tx, actor, invoiceId);
  return write(tx, deps, { actor, invoice, change });
}

/** What is as given already is left out: repeating a PUT is not refused because something was paid meanwhile. */
function differences(invoice: InvoiceRow, input: InvoiceByRef): InvoiceChange {
  const { productName, description = null, poNumber = null, note = null, dueDate } = input;
  const amounts = amountsOf(input);
  const isDifferent =
    amounts.totalCents !== invoice.totalCents || amounts.taxCents !== invoice.taxCents;
  const { total, lines } = input;
  return {
    ...(productName === invoice.productName ? {} : { productName }),
    ...(description === invoice.description ? {} : { description }),
    ...(poNumber === invoice.poNumber ? {} : { poNumber }),
    ...(note === invoice.note ? {} : { note }),
    ...(dueDate === invoice.dueOn ? {} : { dueDate }),
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
  const change = differences(invoice, input);
  if (Object.keys(change).length === 0) return showInvoice(tx, invoice);
  return write(tx, deps, { actor, invoice, change });
}

type Decision = { actor: Actor; invoiceId: InvoiceId; reason: string };

/** A payer no longer sees it, and its links end. */
export async function voidInvoice(
  tx: Tx,
  deps: ProviderDeps,
  { actor, invoiceId, reason }: Decision,
): Promise<ProviderInvoice> {
  const invoice = await lock(tx, actor, invoiceId);
  await refuseIfTouched(tx, invoice, 'voided');
  const at = deps.clock.now();
  const { status, statusBefore, dueOn: dueDate, version } = invoice;
  const today = await todayOf(tx, deps, actor);
  const draft = moveInvoice({ status, event: 'voided', dueDate, today, statusBefore });
  const change = { status: draft, voidedAt: at, version: version + 1 };
  const row = await updateInvoiceColumns(tx, keyOf(invoice), change);
  await revokeLinksOfInvoice(tx, keyOf(invoice), at);
  const detail = { reason, totalCents: row.totalCents };
  const subject = `invoice:${invoiceId}`;
  await recordAction(tx, deps, { actor, action: 'invoice.voided', subject, detail });
  announce(tx, deps, { row, type: 'invoice.voided' });
  return showInvoice(tx, row);
}

/** An overdue invoice becomes uncollectible. Its payer can still pay it; nothing is charged without them (R85). */
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
  const { beingPaid } = await useOf(tx, invoice);
  if (beingPaid.has(invoiceId)) throw new AppError('ACCOUNT_IS_PROCESSING');
  const today = await todayOf(tx, deps, actor);
  const written = moveInvoice({ status, event: 'writtenOff', dueDate, today, statusBefore });
  const row = await updateInvoiceColumns(tx, keyOf(invoice), {
    status: written,
    writtenOffAt: deps.clock.now(),
    version: version + 1,
  });
  const detail = { reason, balanceCents: row.totalCents - row.paidCents };
  const subject = `invoice:${invoiceId}`;
  await recordAction(tx, deps, { actor, action: 'invoice.written_off', subject, detail });
  announce(tx, deps, { row, type: 'invoice.written_off' });
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
  // Due dates follow the time of creation: along another order, a page of one month could be far away.
  const isByDueDate = filter.dueFrom !== undefined || filter.dueTo !== undefined;
  const chosen = sort ?? (isByDueDate ? 'dueDate' : '-createdAt');
  const page = sortedPageFrom({ limit, after, sort: chosen }, INVOICE_ORDERS);
  const statuses = statusesOf(status, isOverdue);
  if (statuses?.length === 0) return { data: [], nextCursor: null };
  const rows = await listInvoiceRows(tx, { filter: { companyId, statuses, ...filter }, page });
  return sortedPageOf(rows, page, (shown) => showListedInvoices(tx, shown));
}

/** Undefined: of any status. Empty: of none, because the two conditions contradict each other. */
function statusesOf(status?: InvoiceStatus, isOverdue?: boolean) {
  const overdue: readonly InvoiceStatus[] = INVOICE_GROUPS.overdue;
  if (isOverdue === undefined) return status === undefined ? undefined : [status];
  const wanted = isOverdue ? overdue : INVOICE_STATUSES.filter((one) => !overdue.includes(one));
  return status === undefined ? wanted : wanted.filter((one) => one === status);
}
