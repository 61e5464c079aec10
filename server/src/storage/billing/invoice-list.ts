/**
 * Invoices as the customer sees them: one, or a page in a fixed order. Every read names the company and
 * the customer, in addition to row-level security. Read-only.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { type InvoiceId, invoiceIdSchema, type ProjectId } from '@quittance/contract/ids';
import { type Cents, cents } from '@quittance/contract/money';
import {
  INVOICE_GROUPS,
  type InvoiceGroup,
  type InvoiceSort,
} from '@quittance/contract/schemas/invoice-filter';
import type { BalanceSummary } from '@quittance/contract/schemas/invoices';
import { OUTSTANDING } from '@quittance/domain/status/invoice-status';
import { and, asc, desc, eq, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { type CustomerKey, hasReference, matching, references } from '../keys.ts';
import { firstRow, hasRows } from '../rows.ts';
import { plans, schedules } from '../schema/arrangements.ts';
import { oneOf } from '../schema/columns.ts';
import { customers, paymentMethods } from '../schema/customers.ts';
import { invoices, requests, urgencyWhenDueOn } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { contracts, projects } from '../schema/projects.ts';
import { refunds } from '../schema/refunds.ts';
import { SHOWN_PLANS, SHOWN_SCHEDULES } from './invoice-parts.ts';
import type { InvoiceRow } from './invoices.ts';

function isOwn({ companyId, customerId }: CustomerKey) {
  return matching(invoices, { companyId, customerId });
}

/** By the request, which has an index of its attempts. */
const refundedCents = sql<string>`(select coalesce(sum(${refunds.principalCents}), 0) from ${attempts}
  join ${refunds} on ${refunds.companyId} = ${attempts.companyId}
    and ${refunds.attemptId} = ${attempts.id} and ${refunds.state} = 'DONE'
    and not ${refunds.isOwedAgain}
  where ${attempts.companyId} = ${requests.companyId} and ${attempts.requestId} = ${requests.id})`;

/** Most invoices have neither a plan nor a schedule: then there is nothing more to read. */
const isArranged = sql<boolean>`(exists (select from ${schedules}
    where ${schedules.companyId} = ${invoices.companyId} and ${schedules.invoiceId} = ${invoices.id}
      and ${schedules.state} ${oneOf(SHOWN_SCHEDULES)})
  or exists (select from ${plans}
    where ${plans.companyId} = ${invoices.companyId} and ${plans.invoiceId} = ${invoices.id}
      and ${plans.state} ${oneOf(SHOWN_PLANS)}))`;

export function selectShown(tx: Tx) {
  return tx
    .select({
      isArranged,
      invoice: invoices,
      requestId: requests.id,
      refundedCents: refundedCents.mapWith((text) => cents(Number(text))),
      projectName: projects.projectName,
      contract: contracts,
      attached: paymentMethods,
      firstName: customers.firstName,
    })
    .from(invoices)
    .innerJoin(requests, references(requests.invoiceId, invoices))
    .innerJoin(customers, references(invoices.customerId, customers))
    .leftJoin(projects, references(invoices.projectId, projects))
    .leftJoin(contracts, references(invoices.contractId, contracts))
    .leftJoin(
      paymentMethods,
      and(
        references(invoices.attachedMethodId, paymentMethods),
        eq(paymentMethods.state, 'active'),
      ),
    );
}

export type ShownInvoice = Awaited<ReturnType<typeof selectShown>>[number];

export async function findInvoice(
  tx: Tx,
  owner: CustomerKey,
  invoiceId: InvoiceId,
): Promise<ShownInvoice | null> {
  return firstRow(selectShown(tx).where(and(isOwn(owner), eq(invoices.id, invoiceId))));
}

/** By id, then by reference: a reference may have the form of an id. */
export async function findInvoiceByName(
  tx: Tx,
  owner: CustomerKey,
  name: string,
): Promise<ShownInvoice | null> {
  const id = invoiceIdSchema.safeParse(name);
  const byId = id.success ? await findInvoice(tx, owner, id.data) : null;
  if (byId) return byId;
  return firstRow(
    selectShown(tx).where(and(isOwn(owner), hasReference(invoices.accountRefKey, name))),
  );
}

/** The position after the previous page: the sort value, and the id that breaks ties. */
export type InvoiceCursor = { value: IsoDate | number; id: InvoiceId };

export type InvoiceFilter = CustomerKey & {
  sort: InvoiceSort;
  limit: number;
  after: InvoiceCursor | null;
  search?: { text: string; amountCents: Cents | null } | null;
  group?: InvoiceGroup | null;
  projectId?: ProjectId;
};

/** Must equal the expression of the index `invoices_by_balance`, or the index is not used. */
const balanceCents = sql`(${invoices.totalCents} - ${invoices.paidCents})`;

const byDueDate = {
  key: sql`${invoices.dueOn}`,
  type: sql.raw('date'),
  of: ({ dueOn }: InvoiceRow) => dueOn,
};
const byBalance = {
  key: balanceCents,
  type: sql.raw('bigint'),
  of: ({ totalCents, paidCents }: InvoiceRow) => totalCents - paidCents,
};
const byUrgency = {
  key: sql`${invoices.urgency}`,
  type: sql.raw('integer'),
  of: ({ urgency }: InvoiceRow) => urgency,
};

/** What each order sorts by, in SQL and in a row. */
const ORDERS = {
  urgency: byUrgency,
  dueDate: byDueDate,
  '-dueDate': byDueDate,
  balance: byBalance,
  '-balance': byBalance,
} as const satisfies Record<InvoiceSort, unknown>;

const isDescending = (sort: InvoiceSort): boolean => sort.startsWith('-');

function isAfter(sort: InvoiceSort, { value, id }: InvoiceCursor): SQL {
  const { key, type } = ORDERS[sort];
  const comparison = sql.raw(isDescending(sort) ? '<' : '>');
  return sql`(${key}, ${invoices.id}) ${comparison} (${value}::${type}, ${id}::uuid)`;
}

/** A `like` pattern in which the wildcards of the search text are escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function matches({ text, amountCents }: { text: string; amountCents: Cents | null }) {
  return or(
    sql`${invoices.searchText} like ${containing(text.toLowerCase())}`,
    amountCents === null ? undefined : eq(invoices.totalCents, amountCents),
    amountCents === null ? undefined : sql`${balanceCents} = ${amountCents}`,
  );
}

/**
 * Two queries: the ids of the page, then the joined rows. In one query, a search with many hits makes
 * the planner join all of them before it applies the limit.
 */
export async function listInvoices(tx: Tx, filter: InvoiceFilter): Promise<ShownInvoice[]> {
  const ids = await listIds(tx, filter);
  if (ids.length === 0) return [];
  const rows = await selectShown(tx).where(and(isOwn(filter), inArray(invoices.id, ids)));
  const found = new Map(rows.map((row) => [row.invoice.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function listIds(tx: Tx, filter: InvoiceFilter): Promise<InvoiceId[]> {
  const { sort, after, search, group, projectId, limit } = filter;
  const { key } = ORDERS[sort];
  const direction = isDescending(sort) ? desc : asc;
  const rows = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        isOwn(filter),
        after ? isAfter(sort, after) : undefined,
        search ? matches(search) : undefined,
        group ? inArray(invoices.status, [...INVOICE_GROUPS[group]]) : undefined,
        projectId ? eq(invoices.projectId, projectId) : undefined,
      ),
    )
    .orderBy(direction(key), direction(invoices.id))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** The cursor of the page that follows this invoice. */
export function cursorAfter(sort: InvoiceSort, { invoice }: ShownInvoice): InvoiceCursor {
  return { value: ORDERS[sort].of(invoice), id: invoice.id };
}

/** Whether something is overdue, or due until this day (R35). */
export async function hasInvoiceDueBy(
  tx: Tx,
  owner: CustomerKey,
  lastDay: IsoDate,
): Promise<boolean> {
  return hasRows(
    tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(isOwn(owner), lte(invoices.urgency, urgencyWhenDueOn(lastDay))))
      .limit(1),
  );
}

/** Without drafts, which are not owed yet. */
export async function sumBalances(tx: Tx, owner: CustomerKey): Promise<BalanceSummary> {
  const whereStatus = (statuses: readonly string[]) =>
    sql`filter (where ${inArray(invoices.status, [...statuses] as never)})`; // because the list is of statuses
  const [row] = await tx
    .select({
      total: sql<string>`coalesce(sum(${invoices.totalCents}), 0)`,
      paid: sql<string>`coalesce(sum(${invoices.paidCents}), 0)`,
      outstanding: sql<string>`coalesce(sum${balanceCents} ${whereStatus(OUTSTANDING)}, 0)`,
      open: sql<string>`coalesce(sum${balanceCents} ${whereStatus(['DUE'])}, 0)`,
    })
    .from(invoices)
    .where(and(isOwn(owner), ne(invoices.status, 'DRAFT')));
  const read = (text: string | undefined) => cents(Number(text ?? 0));
  return {
    total: read(row?.total),
    open: read(row?.open),
    outstanding: read(row?.outstanding),
    paid: read(row?.paid),
  };
}
