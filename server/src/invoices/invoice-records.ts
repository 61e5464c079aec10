/** A company's invoices with their lines, as written by its own systems. Only settlement writes paid amounts. */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { CreatedRange } from '@quittance/contract/http/pages-and-problems';
import type { CompanyId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import type { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import { ZERO } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { and, asc, count, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm';
import { isFoundInvoice } from '../customers/search.ts';
import type { Tx } from '../platform/database/database.ts';
import type { ChangedColumns } from '../platform/database/field-columns.ts';
import { hasReference, type InvoiceKey, isAnyId, matching } from '../platform/database/keys.ts';
import { hasMetadata } from '../platform/database/metadata.ts';
import { isCreatedIn } from '../platform/database/pages.ts';
import { insertRows } from '../platform/database/row-sets.ts';
import { lockRow, updateRow } from '../platform/database/rows.ts';
import {
  isInRange,
  lastChangeIn,
  type Orders,
  readPageOfPlaces,
  type SortedPage,
} from '../platform/database/sorted-pages.ts';
import { sendAhead } from '../platform/database/transaction.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { invoiceLines, invoices } from '../schema/invoices.ts';

export type LineRow = typeof invoiceLines.$inferSelect;

export async function lockInvoiceByExternalRef(
  tx: Tx,
  key: { companyId: CompanyId; externalRef: string },
): Promise<InvoiceRow | null> {
  return lockRow(tx, invoices, key);
}

export type InvoiceColumns = ChangedColumns<typeof INVOICE_FIELDS> &
  Partial<
    Pick<
      InvoiceRow,
      'totalCents' | 'taxCents' | 'dueOn' | 'status' | 'voidedAt' | 'writtenOffAt' | 'version'
    >
  >;

export async function updateInvoiceColumns(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
  change: InvoiceColumns & Pick<InvoiceRow, 'updatedAt'>,
): Promise<InvoiceRow> {
  return updateRow(tx, invoices, { key: { companyId, id: invoiceId }, change });
}

export function replaceLines(
  tx: Tx,
  { companyId, invoiceIds }: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
  lines: readonly LineRow[],
): void {
  if (invoiceIds.length === 0) return;
  const isTheirs = isAnyId(invoiceLines.invoiceId, invoiceIds);
  const isReplaced = and(matching(invoiceLines, { companyId }), isTheirs);
  sendAhead(tx, tx.delete(invoiceLines).where(isReplaced));
  insertRows(tx, invoiceLines, lines);
}

export async function listLines(
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

/** Invoices without lines are not in the map. */
export async function countLines(
  tx: Tx,
  { companyId, invoiceIds }: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
): Promise<ReadonlyMap<InvoiceId, number>> {
  if (invoiceIds.length === 0) return new Map();
  const { invoiceId } = invoiceLines;
  const rows = await tx
    .select({ invoiceId, count: count() })
    .from(invoiceLines)
    .where(matching(invoiceLines, { companyId, invoiceId: invoiceIds }))
    .groupBy(invoiceId);
  return new Map(rows.map((row) => [row.invoiceId, row.count]));
}

export type InvoiceFilter = CreatedRange & {
  companyId: CompanyId;
  customerId?: CustomerId | undefined;
  statuses?: readonly InvoiceStatus[] | undefined;
  accountRef?: string | undefined;
  externalRef?: string | undefined;
  metadata?: string | readonly string[] | undefined;
  updatedFrom?: Instant | undefined;
  updatedTo?: Instant | undefined;
  dueFrom?: IsoDate | undefined;
  dueTo?: IsoDate | undefined;
  minTotal?: number | undefined;
  maxTotal?: number | undefined;
  minBalance?: number | undefined;
  maxBalance?: number | undefined;
  search?: string | undefined;
};

const LAST_CHANGE = lastChangeIn(invoices);

export const INVOICE_ORDERS: Orders<InvoiceRow> = {
  createdAt: { key: sql`${invoices.createdAt}`, type: 'instant', of: (row) => row.createdAt },
  updatedAt: { key: LAST_CHANGE, type: 'instant', of: (row) => row.updatedAt ?? row.createdAt },
  dueDate: { key: sql`${invoices.dueOn}`, type: 'date', of: (row) => row.dueOn },
  balance: {
    key: sql`${invoices.balanceCents}`,
    type: 'cents',
    of: (row) => String(row.balanceCents),
  },
  accountRef: {
    key: sql`${invoices.accountRefKey} collate "C"`,
    type: 'text',
    of: (row) => row.accountRefKey,
  },
};

function isWantedBy(filter: InvoiceFilter): SQL | undefined {
  const { companyId, customerId, accountRef, dueFrom, dueTo, minBalance, maxBalance } = filter;
  const { minTotal, maxTotal } = filter;
  const { externalRef, metadata, updatedFrom, updatedTo, search } = filter;
  return and(
    customerId ? matching(invoices, { customerId }) : undefined,
    externalRef === undefined ? undefined : eq(invoices.externalRef, externalRef),
    metadata === undefined ? undefined : hasMetadata(invoices.id, companyId, metadata),
    isCreatedIn(invoices, filter),
    isInRange(LAST_CHANGE, { from: updatedFrom, to: updatedTo }),
    accountRef === undefined ? undefined : hasReference(invoices.accountRefKey, accountRef),
    dueFrom === undefined ? undefined : gte(invoices.dueOn, dueFrom),
    dueTo === undefined ? undefined : lte(invoices.dueOn, dueTo),
    minTotal === undefined ? undefined : sql`${invoices.totalCents} >= ${minTotal}::bigint`,
    maxTotal === undefined ? undefined : sql`${invoices.totalCents} <= ${maxTotal}::bigint`,
    minBalance === undefined ? undefined : sql`${invoices.balanceCents} >= ${minBalance}::bigint`,
    maxBalance === undefined ? undefined : sql`${invoices.balanceCents} <= ${maxBalance}::bigint`,
    search === undefined ? undefined : isFoundInvoice({ companyId, text: search }),
  );
}

/** An invoice in one of these always has a balance (S3). */
const OWED: readonly InvoiceStatus[] = ['DUE', 'IN_COLLECTION', 'DEFAULTED', 'PAYMENT_EXTENSION'];

/**
 * Most invoices have no balance, and Postgres expects the same of those that are owed: without the second condition,
 * it would read all of them to find a small balance.
 */
function isOfStatus(status: InvoiceStatus, { maxBalance }: InvoiceFilter): SQL | undefined {
  const isOwed = maxBalance !== undefined && OWED.includes(status);
  return and(matching(invoices, { status }), isOwed ? gt(invoices.balanceCents, ZERO) : undefined);
}

export async function listInvoiceRows(
  tx: Tx,
  { filter, page }: { filter: InvoiceFilter; page: SortedPage<InvoiceRow> },
): Promise<InvoiceRow[]> {
  const { companyId, statuses = [] } = filter;
  return readPageOfPlaces(tx, invoices, {
    isOfCompany: matching(invoices, { companyId }),
    isWanted: isWantedBy(filter),
    places: statuses.map((status) => isOfStatus(status, filter)),
    page,
  });
}

export async function findInvoiceNames(
  tx: Tx,
  companyId: CompanyId,
  invoiceIds: readonly InvoiceId[],
) {
  const { id, accountRef, status } = invoices;
  const rows =
    invoiceIds.length === 0
      ? []
      : await tx
          .select({ id, accountRef, status })
          .from(invoices)
          .where(matching(invoices, { companyId, id: [...new Set(invoiceIds)] }));
  return new Map(rows.map((row) => [row.id, row]));
}
