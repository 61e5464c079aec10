/**
 * What of the invoices is looked at, as the address bar says it: search, status, order and where the page
 * begins. What the address says wrongly is ignored.
 */
import {
  INVOICE_GROUPS,
  INVOICE_SORTS,
  type InvoiceGroup,
  type InvoiceSort,
} from '@quittance/contract/invoice-filter';
import type { InvoicesQuery } from '../../state/account/invoices.ts';

export type InvoiceFilter = { search: string; group: InvoiceGroup | null; sort: InvoiceSort };

const DEFAULT_SORT: InvoiceSort = '-dueDate';

/** A page of the list: some screens long, and far from what makes a page slow. */
const PAGE_ROWS = 25;
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

/** Another filter is another list: it begins at its beginning. */
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
    limit: PAGE_ROWS,
    sort,
    ...(search ? { search } : {}),
    ...(group ? { group } : {}),
    ...(cursor ? { cursor } : {}),
  };
}
