/**
 * Invoices as their customer sees them: one, or a page of many in a fixed order. Every read names the
 * company and the customer, and row-level security stands behind it. Nothing is written here.
 */
import type { IsoDate } from '@quittance/contract/dates';
import {
  type CompanyId,
  type CustomerId,
  type InvoiceId,
  invoiceIdSchema,
  type ProjectId,
} from '@quittance/contract/ids';
import {
  INVOICE_GROUPS,
  type InvoiceGroup,
  type InvoiceSort,
} from '@quittance/contract/invoice-filter';
import type { BalanceSummary } from '@quittance/contract/invoices';
import { type Cents, cents } from '@quittance/contract/money';
import { OUTSTANDING } from '@quittance/domain/status/invoice-status';
import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { customers, paymentMethods } from '../schema/customers.ts';
import { invoices, requests } from '../schema/invoices.ts';
import { contracts, projects } from '../schema/projects.ts';

export type Owner = { companyId: CompanyId; customerId: CustomerId };

function isOwn({ companyId, customerId }: Owner) {
  return and(eq(invoices.companyId, companyId), eq(invoices.customerId, customerId));
}

function selectShown(tx: Tx) {
  return tx
    .select({
      invoice: invoices,
      requestId: requests.id,
      projectName: projects.projectName,
      contract: contracts,
      attached: paymentMethods,
      firstName: customers.firstName,
    })
    .from(invoices)
    .innerJoin(
      requests,
      and(eq(requests.companyId, invoices.companyId), eq(requests.invoiceId, invoices.id)),
    )
    .innerJoin(
      customers,
      and(eq(customers.companyId, invoices.companyId), eq(customers.id, invoices.customerId)),
    )
    .leftJoin(
      projects,
      and(eq(projects.companyId, invoices.companyId), eq(projects.id, invoices.projectId)),
    )
    .leftJoin(
      contracts,
      and(eq(contracts.companyId, invoices.companyId), eq(contracts.id, invoices.contractId)),
    )
    .leftJoin(
      paymentMethods,
      and(
        eq(paymentMethods.companyId, invoices.companyId),
        eq(paymentMethods.id, invoices.attachedMethodId),
        eq(paymentMethods.state, 'active'),
      ),
    );
}

export type ShownInvoice = Awaited<ReturnType<typeof selectShown>>[number];

export async function findInvoice(
  tx: Tx,
  owner: Owner,
  invoiceId: InvoiceId,
): Promise<ShownInvoice | null> {
  const [row] = await selectShown(tx).where(and(isOwn(owner), eq(invoices.id, invoiceId)));
  return row ?? null;
}

/** By its id or by its reference, whichever the text is. A reference may itself look like an id. */
export async function findInvoiceByName(
  tx: Tx,
  owner: Owner,
  name: string,
): Promise<ShownInvoice | null> {
  const id = invoiceIdSchema.safeParse(name);
  const byId = id.success ? await findInvoice(tx, owner, id.data) : null;
  if (byId) return byId;
  const [row] = await selectShown(tx).where(and(isOwn(owner), eq(invoices.accountRef, name)));
  return row ?? null;
}

/** Where the page before ended: the value it was ordered by, and the id that breaks ties. */
export type InvoicePlace = { value: IsoDate | Cents; id: InvoiceId };

export type InvoiceFilter = Owner & {
  sort: InvoiceSort;
  limit: number;
  after: InvoicePlace | null;
  search?: { text: string; amountCents: Cents | null } | null;
  group?: InvoiceGroup | null;
  projectId?: ProjectId;
};

/** Written as the index of that order has it, or the index is not used. */
const balanceCents = sql`(${invoices.totalCents} - ${invoices.paidCents})`;

function orderOf(sort: InvoiceSort) {
  const key: SQL = sort.endsWith('dueDate') ? sql`${invoices.dueOn}` : balanceCents;
  const type = sql.raw(sort.endsWith('dueDate') ? 'date' : 'bigint');
  return { key, type, isDescending: sort.startsWith('-') };
}

function isAfter(sort: InvoiceSort, { value, id }: InvoicePlace): SQL {
  const { key, type, isDescending } = orderOf(sort);
  const comparison = sql.raw(isDescending ? '<' : '>');
  return sql`(${key}, ${invoices.id}) ${comparison} (${value}::${type}, ${id}::uuid)`;
}

/** Percent signs, underscores and backslashes of the searcher are letters, not patterns. */
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
 * First the page, then what is shown with it: asked for together, a search that finds much makes the
 * planner join everything before it cuts off the page.
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
  const { key, isDescending } = orderOf(sort);
  const direction = isDescending ? desc : asc;
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

/** Where a page that ended with this invoice goes on. */
export function placeOf(sort: InvoiceSort, { invoice }: ShownInvoice): InvoicePlace {
  const value = sort.endsWith('dueDate')
    ? invoice.dueOn
    : cents(invoice.totalCents - invoice.paidCents);
  return { value, id: invoice.id };
}

/** Drafts are not owed yet and do not count. */
export async function sumBalances(tx: Tx, owner: Owner): Promise<BalanceSummary> {
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
