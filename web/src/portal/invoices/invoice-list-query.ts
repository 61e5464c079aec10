/**
 * The query of the invoice list in the address bar: search, status, order and cursor. Invalid values are
 * ignored.
 */

import { FIRST_INVOICES } from '@quittance/contract/first-calls';
import type { CustomerId } from '@quittance/contract/ids';
import {
  INVOICE_GROUPS,
  INVOICE_SORTS,
  type InvoiceGroup,
  type InvoiceSort,
} from '@quittance/contract/invoices/invoice-filter';
import type { InvoicesQuery } from '../store/account-reads.ts';

export type InvoiceFilter = { search: string; group: InvoiceGroup | null; sort: InvoiceSort };

/** R35: overdue first, drafts last. */
const DEFAULT_SORT: InvoiceSort = FIRST_INVOICES.sort;

const SEARCH_LENGTH_MAX = 100;

function isGroup(text: string | null): text is InvoiceGroup {
  return text !== null && Object.hasOwn(INVOICE_GROUPS, text);
}

export function readFilter(query: URLSearchParams): InvoiceFilter {
  const group = query.get('status');
  return {
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_LENGTH_MAX),
    group: isGroup(group) ? group : null,
    sort: INVOICE_SORTS.find((sort) => sort === query.get('sort')) ?? DEFAULT_SORT,
  };
}

/** A new filter starts at the first page. */
export function writeFilter({ search, group, sort }: InvoiceFilter): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (group) query.set('status', group);
  if (sort !== DEFAULT_SORT) query.set('sort', sort);
  return query;
}

export function isFiltered({ search, group }: InvoiceFilter): boolean {
  return search !== '' || group !== null;
}

export function listQuery(filter: InvoiceFilter, cursor: string | null): InvoicesQuery {
  const { search, group, sort } = filter;
  return {
    limit: FIRST_INVOICES.limit,
    sort,
    ...(search ? { search } : {}),
    ...(group ? { group } : {}),
    ...(cursor ? { cursor } : {}),
  };
}

export function invoicesRequest(id: CustomerId, query: InvoicesQuery) {
  return { route: 'invoices', params: { id }, query } as const;
}
