/** A company's invoices with their lines, as its own systems write them. Only settlement writes what is paid. */
import type { CompanyId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { and, asc } from 'drizzle-orm';
import type { InvoiceRow } from '../billing/invoices.ts';
import type { Tx } from '../database.ts';
import { hasReference, type InvoiceKey, matching } from '../keys.ts';
import { insertRow, lockRow, updateRow } from '../rows.ts';
import { invoiceLines, invoices, requests } from '../schema/invoices.ts';
import { isAfterCursor, type Page, readPage } from './pages.ts';

export type LineRow = typeof invoiceLines.$inferSelect;
export type LineColumns = Omit<LineRow, 'companyId' | 'invoiceId' | 'customerId'>;
export type { InvoiceRow } from '../billing/invoices.ts';

/** An invoice is paid through its request. */
export async function insertInvoice(
  tx: Tx,
  {
    invoice,
    request,
  }: { invoice: typeof invoices.$inferInsert; request: typeof requests.$inferInsert },
): Promise<InvoiceRow> {
  const row = await insertRow(tx, invoices, invoice);
  await insertRow(tx, requests, request);
  return row;
}

export async function lockInvoiceByExternalRef(
  tx: Tx,
  key: { companyId: CompanyId; externalRef: string },
): Promise<InvoiceRow | null> {
  return lockRow(tx, invoices, key);
}

export type InvoiceColumns = Partial<
  Pick<
    InvoiceRow,
    | 'productName'
    | 'description'
    | 'poNumber'
    | 'note'
    | 'totalCents'
    | 'taxCents'
    | 'dueOn'
    | 'status'
    | 'voidedAt'
    | 'version'
  >
>;

export async function updateInvoiceColumns(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
  change: InvoiceColumns,
): Promise<InvoiceRow> {
  return updateRow(tx, invoices, { key: { companyId, id: invoiceId }, change });
}

export async function replaceLines(
  tx: Tx,
  { companyId, id: invoiceId, customerId }: Pick<InvoiceRow, 'companyId' | 'id' | 'customerId'>,
  lines: readonly LineColumns[],
): Promise<void> {
  await tx.delete(invoiceLines).where(matching(invoiceLines, { companyId, invoiceId }));
  if (lines.length === 0) return;
  await tx
    .insert(invoiceLines)
    .values(lines.map((line) => ({ companyId, invoiceId, customerId, ...line })));
}

export async function listLinesOf(
  tx: Tx,
  { companyId, invoiceIds }: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
): Promise<LineRow[]> {
  if (invoiceIds.length === 0) return [];
  return tx
    .select()
    .from(invoiceLines)
    .where(matching(invoiceLines, { companyId, invoiceId: invoiceIds }))
    .orderBy(asc(invoiceLines.invoiceId), asc(invoiceLines.position));
}

export type InvoiceFilter = {
  companyId: CompanyId;
  customerId?: CustomerId | undefined;
  status?: InvoiceStatus | undefined;
  accountRef?: string | undefined;
};

export async function listInvoiceRows(
  tx: Tx,
  { filter, page }: { filter: InvoiceFilter; page: Page },
): Promise<InvoiceRow[]> {
  const { companyId, customerId, status, accountRef } = filter;
  const isWanted = and(
    matching(invoices, {
      companyId,
      ...(customerId ? { customerId } : {}),
      ...(status ? { status } : {}),
    }),
    accountRef === undefined ? undefined : hasReference(invoices.accountRefKey, accountRef),
    isAfterCursor(invoices, page.after),
  );
  return readPage(tx, invoices, { isWanted, limit: page.limit });
}
