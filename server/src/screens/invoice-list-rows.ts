/**
 * Reads a customer's invoices, one page at a time in a fixed order. Every query filters by company and customer, in
 * addition to row-level security. Read-only.
 */

import type { IsoDate } from '@quittance/contract/dates';
import type { InvoiceId, ProjectId } from '@quittance/contract/ids';
import {
  INVOICE_GROUPS,
  type InvoiceGroup,
  type InvoiceSort,
} from '@quittance/contract/invoices/invoice-filter';
import type { Cents } from '@quittance/contract/money';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { containing } from '../platform/database/like.ts';
import { readPrepared, toPreparedLimit } from '../platform/database/prepared.ts';
import { isOnDistributed } from '../platform/database/transaction.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { invoices, isInGroup } from '../schema/invoices.ts';
import { isOwnInvoice, type ShownInvoice, shownInvoices } from './shown-invoice.ts';

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

type SortFields = Pick<InvoiceRow, 'dueOn' | 'totalCents' | 'paidCents' | 'urgency'>;

const byDueDate = {
  key: sql`${invoices.dueOn}`,
  type: sql.raw('date'),
  of: ({ dueOn }: SortFields) => dueOn,
};
const byBalance = {
  key: balanceCents,
  type: sql.raw('bigint'),
  of: ({ totalCents, paidCents }: SortFields) => totalCents - paidCents,
};
const byUrgency = {
  key: sql`${invoices.urgency}`,
  type: sql.raw('integer'),
  of: ({ urgency }: SortFields) => urgency,
};

const ORDERS = {
  urgency: byUrgency,
  dueDate: byDueDate,
  '-dueDate': byDueDate,
  balance: byBalance,
  '-balance': byBalance,
} as const satisfies Record<InvoiceSort, unknown>;

const isDescending = (sort: InvoiceSort): boolean => sort.startsWith('-');

function isAfter(sort: InvoiceSort): SQL {
  const { key, type } = ORDERS[sort];
  const comparison = sql.raw(isDescending(sort) ? '<' : '>');
  return sql`(${key}, ${invoices.id}) ${comparison}
    (${sql.placeholder('afterValue')}::${type}, ${sql.placeholder('afterId')}::uuid)`;
}

/** Conditions by name. Each set of names identifies one prepared statement. */
function toConditions({ sort, after, group, projectId }: InvoiceFilter) {
  return {
    ...(after && { after: isAfter(sort) }),
    ...(group && { [group]: isInGroup(group) }),
    ...(projectId && { project: eq(invoices.projectId, sql.placeholder('projectId')) }),
  };
}

/** The limit is a literal: with a parameter, the planner could not see how few rows are needed. */
function selectPage(filter: InvoiceFilter, { limit, order }: { limit: number; order: SQL[] }): SQL {
  const conditions = and(isOwnInvoice, ...Object.values(toConditions(filter)));
  return sql`select * from ${invoices} where ${conditions}
    order by ${sql.join(order, sql`, `)} limit ${sql.raw(String(limit))}`;
}

/** Row-level security keeps the text index out of ordinary queries, but this function may use it. */
const SEARCH = sql<string>`find_own_invoices(${sql.placeholder('sort')}, ${sql.placeholder('limit')},
  ${sql.placeholder('pattern')}, ${sql.placeholder('amountCents')}, ${sql.placeholder('statuses')},
  ${sql.placeholder('afterValue')}, ${sql.placeholder('afterId')})`;

const FOUND = sql`select * from ${invoices} where ${isOwnInvoice} and ${invoices.id} = any (array(select ${SEARCH}))`;

/** With several servers, a server cannot query the others, so the ids are found beforehand. */
const FOUND_BEFORE = sql`select * from ${invoices} where ${isOwnInvoice}
  and ${invoices.id} = any (${sql.placeholder('ids')}::uuid[])`;

function toValues({ companyId, customerId, after, search, projectId, ...filter }: InvoiceFilter) {
  const { sort, group } = filter;
  const values = {
    companyId,
    customerId,
    afterValue: after?.value ?? null,
    afterId: after?.id ?? null,
    projectId,
  };
  if (!search) return values;
  const { text, amountCents } = search;
  return {
    ...values,
    sort,
    limit: filter.limit,
    pattern: containing(text.toLowerCase()),
    amountCents,
    statuses: group ? [...INVOICE_GROUPS[group]] : null,
  };
}

async function findBefore(tx: Tx, values: ReturnType<typeof toValues>): Promise<string[]> {
  const read = { name: 'search_invoices', values };
  const rows = await readPrepared(tx, read, () => ({ selection: { id: SEARCH }, source: sql`` }));
  return rows.map(({ id }) => id);
}

/**
 * Finds the ids of the page first. Otherwise, for a list with many candidates, the planner would join all of them
 * before applying the limit.
 */
export async function listInvoices(tx: Tx, filter: InvoiceFilter): Promise<ShownInvoice[]> {
  const { sort, search } = filter;
  const limit = toPreparedLimit(filter.limit);
  const values = toValues(filter);
  const ids = search && isOnDistributed(tx) ? await findBefore(tx, values) : null;
  const found = ids ? FOUND_BEFORE : FOUND;
  const parts = search
    ? [ids ? 'found_before' : 'found']
    : [limit, ...Object.keys(toConditions(filter))];
  const read = { name: ['invoices', sort, ...parts].join('_'), values: { ...values, ids } };
  const direction = isDescending(sort) ? desc : asc;
  const order = [direction(ORDERS[sort].key), direction(invoices.id)];
  const rows = await readPrepared(tx, read, () => {
    const page = shownInvoices(search ? found : selectPage(filter, { limit, order }));
    return { ...page, source: sql`${page.source} order by ${sql.join(order, sql`, `)}` };
  });
  // Safe because the columns of an invoice that was found are not all null.
  return rows.slice(0, filter.limit) as ShownInvoice[];
}

export function cursorAfter(sort: InvoiceSort, { invoice }: ShownInvoice): InvoiceCursor {
  return { value: ORDERS[sort].of(invoice), id: invoice.id };
}
