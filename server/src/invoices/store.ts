/** Invoices and the requests through which they are paid. Only settlement writes their amounts. */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import {
  type CustomerKey,
  hasReference,
  type InvoiceKey,
  matching,
  type RequestKey,
  references,
} from '../platform/database/keys.ts';
import { readPrepared, writePrepared } from '../platform/database/prepared.ts';
import { findRow, firstRow, lockRow, updateAhead, updateRow } from '../platform/database/rows.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import { autoPayCharges, type installments } from '../schema/arrangements.ts';
import { type InvoiceRow, invoices, requests } from '../schema/invoices.ts';

export type RequestRow = typeof requests.$inferSelect;
export type InstallmentRow = typeof installments.$inferSelect;

export async function findRequest(
  tx: Tx,
  { companyId, requestId }: RequestKey,
): Promise<RequestRow | null> {
  return findRow(tx, requests, { companyId, id: requestId });
}

export async function findOwnInvoice(
  tx: Tx,
  { companyId, customerId, invoiceId }: CustomerKey & InvoiceKey,
): Promise<InvoiceRow | null> {
  return findRow(tx, invoices, { companyId, customerId, id: invoiceId });
}

/**
 * Lock for every decision about money. Every transaction locks invoices before attempts, which prevents deadlocks
 * between them.
 */
export async function lockInvoice(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<InvoiceRow | null> {
  return lockRow(tx, invoices, { companyId, id: invoiceId });
}

export async function findInvoice(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<InvoiceRow | null> {
  return findRow(tx, invoices, { companyId, id: invoiceId });
}

/** Returns null if the request does not pay an invoice. */
export async function findInvoiceOfRequest(
  tx: Tx,
  { companyId, requestId }: RequestKey,
): Promise<Pick<InvoiceRow, 'id' | 'status'> | null> {
  const read = { name: 'status_of_request', values: { companyId, requestId } };
  return firstRow(
    readPrepared(tx, read, () => ({
      selection: { id: invoices.id, status: invoices.status },
      source: sql`from ${requests} join ${invoices} on ${references(requests.invoiceId, invoices)}
        where ${requests.companyId} = ${sql.placeholder('companyId')}
          and ${requests.id} = ${sql.placeholder('requestId')}`,
    })),
  );
}

export async function lockInvoiceOfRequest(
  tx: Tx,
  { companyId, requestId }: RequestKey,
): Promise<InvoiceRow | null> {
  const read = { name: 'lock_invoice_of_request', values: { companyId, requestId } };
  return firstRow(
    readPrepared(tx, read, () => ({
      selection: getTableColumns(invoices),
      source: sql`from ${invoices} where ${invoices.companyId} = ${sql.placeholder('companyId')}
        and ${invoices.id} = (select ${requests.invoiceId} from ${requests}
          where ${requests.companyId} = ${sql.placeholder('companyId')}
          and ${requests.id} = ${sql.placeholder('requestId')})
        for no key update`,
    })),
  );
}

type ChangedColumn =
  | ('status' | 'statusBefore' | 'negotiation' | 'attachedMethodId' | 'writtenOffAt')
  | ('paidCents' | 'waivedCents' | 'creditedCents' | 'refundedCents' | 'owedAgainCents')
  | 'notedCents';
export type InvoiceChange = Partial<Pick<InvoiceRow, ChangedColumn>>;

type InvoiceUpdate = InvoiceChange & { updatedAt: Instant };

/**
 * An invoice is reopened when a return, a reversal, an amount owed again or undone credit reduces what settled it
 * (R103).
 */
export function reopenedAt({ paid, at }: { paid: SQL; at: SQL }): SQL {
  return sql`case when ${paid} < ${invoices.paidCents} then ${at} else ${invoices.reopenedAt} end`;
}

const NEXT_VERSION = { version: sql`${invoices.version} + 1` };

const PAID_CHANGED = {
  ...NEXT_VERSION,
  reopenedAt: reopenedAt({
    paid: sql`${sql.placeholder('paidCents')}::bigint`,
    at: sql`${sql.placeholder('updatedAt')}::timestamptz`,
  }),
};

const toComputed = ({ paidCents }: InvoiceChange) =>
  paidCents === undefined ? NEXT_VERSION : PAID_CHANGED;

export async function updateInvoice(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
  change: InvoiceUpdate,
): Promise<InvoiceRow> {
  return updateRow(tx, invoices, {
    key: { companyId, id: invoiceId },
    change,
    computed: toComputed(change),
  });
}

/**
 * Like `updateInvoice`, for an invoice that is already locked. Does not wait for the write and returns the updated
 * row.
 */
export function changeInvoice(tx: Tx, invoice: InvoiceRow, change: InvoiceUpdate): InvoiceRow {
  const { companyId, id, version } = invoice;
  updateAhead(tx, invoices, { key: { companyId, id }, change, computed: toComputed(change) });
  return { ...invoice, ...change, version: version + 1 };
}

/** Finds one of the customer's own invoices by the reference used for cancellations (product §7). */
export async function findInvoiceByInternalRef(
  tx: Tx,
  { companyId, customerId, internalRef }: CustomerKey & { internalRef: string },
): Promise<InvoiceRow | null> {
  return findRow(tx, invoices, { companyId, customerId, internalRef });
}

type InvoiceRef = { companyId: CompanyId; accountRef: string };

const isNumbered = ({ companyId, accountRef }: InvoiceRef) =>
  and(matching(invoices, { companyId }), hasReference(invoices.accountRefKey, accountRef));

export async function findInvoiceByAccountRef(
  tx: Tx,
  { companyId, accountRef }: InvoiceRef,
): Promise<InvoiceRow | null> {
  return firstRow(tx.select().from(invoices).where(isNumbered({ companyId, accountRef })));
}

export async function findInvoiceWithRequest(tx: Tx, { companyId, accountRef }: InvoiceRef) {
  return firstRow(
    tx
      .select({ invoice: invoices, requestId: requests.id })
      .from(invoices)
      .innerJoin(requests, references(requests.invoiceId, invoices))
      .where(isNumbered({ companyId, accountRef })),
  );
}

export async function findRequestOfInvoice(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<RequestRow | null> {
  return findRow(tx, requests, { companyId, invoiceId });
}

/** An early payment leaves nothing to charge on the planned day. */
export async function finishAutoPay(tx: Tx, { companyId, invoiceId }: InvoiceKey): Promise<void> {
  const write = { name: 'finish_auto_pay', values: { companyId, invoiceId } };
  const { companyId: company, invoiceId: invoice } = autoPayCharges;
  const execute = () =>
    writePrepared(
      tx,
      write,
      () => sql`update ${autoPayCharges} set state = 'DONE'
        where ${company} = ${sql.placeholder('companyId')}
          and ${invoice} = ${sql.placeholder('invoiceId')}
          and ${matching(autoPayCharges, { state: 'LIVE' })}`,
    );
  sendAhead(tx, { execute });
}

export async function findInvoiceRequest(
  tx: Tx,
  of: { companyId: CompanyId; customerIds?: readonly CustomerId[]; accountRef: string },
) {
  const found = await findInvoiceWithRequest(tx, of);
  if (!found || found.invoice.status === 'DRAFT') return null;
  return (of.customerIds?.includes(found.invoice.customerId) ?? true) ? found : null;
}
