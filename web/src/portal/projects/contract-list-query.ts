/** The query of the contract list in the address bar. Invalid values are ignored (R24). */
import {
  CONTRACT_TABS,
  type ContractQuery,
  type ContractTabKey,
} from '@quittance/contract/projects/contract-schemas';

const PAGE_ROWS = 25;
const PAGE_MAX = 100_000;
const SEARCH_LENGTH_MAX = 100;
export const CONTRACT_SORTS = ['-date', 'date', '-amount', 'amount'] as const;

export type ContractSort = (typeof CONTRACT_SORTS)[number];
export type ContractListQuery = {
  tab: ContractTabKey;
  page: number;
  search: string;
  sort: ContractSort;
};

function isTab(text: string | null): text is ContractTabKey {
  return text !== null && Object.hasOwn(CONTRACT_TABS, text);
}

export function readQuery(query: URLSearchParams): ContractListQuery {
  const tab = query.get('tab');
  const page = Number(query.get('page'));
  return {
    tab: isTab(tab) ? tab : 'all',
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_LENGTH_MAX),
    sort: CONTRACT_SORTS.find((sort) => sort === query.get('sort')) ?? '-date',
  };
}

export function writeQuery({ tab, page, search, sort }: ContractListQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (tab !== 'all') query.set('tab', tab);
  if (page > 1) query.set('page', String(page));
  if (search) query.set('search', search);
  if (sort !== '-date') query.set('sort', sort);
  return query;
}

export function findRequest({ tab, page, search, sort }: ContractListQuery): ContractQuery {
  return { tab, page, limit: PAGE_ROWS, sort, ...(search ? { search } : {}) };
}
