// Lists and searches: pages of 1 to 100 objects, newest first, and the equality part of the search language. A
// search finds objects only a minute after their creation because Stripe's index is also delayed; a list finds them
// immediately.
import { z } from 'zod';
import { invalid } from './api-error.ts';
import type { Call } from './operation.ts';

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 100;
const INDEXED_AFTER_SECONDS = 60;

type Row = { id: string; account: string; created: number };

const Range = z.object({
  gt: z.number().optional(),
  gte: z.number().optional(),
  lt: z.number().optional(),
  lte: z.number().optional(),
});

const Page = z.object({
  limit: z.number().optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: z.union([z.number(), Range]).optional(),
});
type Page = z.infer<typeof Page>;

function toLimit({ limit = LIMIT_DEFAULT }: Page): number {
  if (limit >= 1 && limit <= LIMIT_MAX) return limit;
  const message = `Invalid integer: must be between 1 and ${LIMIT_MAX}`;
  throw invalid(message, { code: 'parameter_invalid_integer', param: 'limit' });
}

function isCreatedIn(created: number, wanted: Page['created']): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return created === wanted;
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = wanted;
  return created > gt && created >= gte && created < lt && created <= lte;
}

function newestFirst<Given extends Row>(rows: Given[]): Given[] {
  return rows
    .map((row, index) => ({ row, index }))
    .sort((left, right) => right.row.created - left.row.created || right.index - left.index)
    .map(({ row }) => row);
}

function takePage<Given extends Row>(rows: Given[], page: Page): { rows: Given[]; more: boolean } {
  const limit = toLimit(page);
  const findRowIndex = (id: string) => rows.findIndex((row) => row.id === id);
  if (page.ending_before !== undefined) {
    const end = Math.max(findRowIndex(page.ending_before), 0);
    return { rows: rows.slice(Math.max(end - limit, 0), end), more: end > limit };
  }
  const start = page.starting_after === undefined ? 0 : findRowIndex(page.starting_after) + 1;
  return { rows: rows.slice(start, start + limit), more: rows.length > start + limit };
}

export type Listing<Given extends Row> = {
  url: string;
  rows: Given[];
  show: (row: Given) => unknown;
};

function ownRows<Given extends Row>({ account }: Call, rows: Given[]): Given[] {
  return newestFirst(rows.filter((row) => row.account === account.id));
}

export function listAnswer<Given extends Row>(call: Call, { url, rows, show }: Listing<Given>) {
  const page = Page.parse(call.params);
  const wanted = ownRows(call, rows).filter((row) => isCreatedIn(row.created, page.created));
  const { rows: shown, more } = takePage(wanted, page);
  return { object: 'list', url, has_more: more, data: shown.map(show) };
}

const CLAUSE = /^(?:metadata\[(["'])(?<key>.+?)\1\]|(?<field>\w+)):(["'])(?<value>.*?)\4$/;

type Clause = { key: string | undefined; field: string | undefined; value: string };

function toClauses(query: string): Clause[] {
  return query.split(/ AND /i).map((text) => {
    const { key, field, value } = CLAUSE.exec(text.trim())?.groups ?? {};
    if (value === undefined) {
      throw invalid(`The sandbox does not parseCall this part of the search: ${text}`, {
        param: 'query',
      });
    }
    return { key, field, value };
  });
}

const SearchParams = z.object({ query: z.string() });

export type Search<Given extends Row> = Listing<Given> & {
  metadataOf: (row: Given) => Record<string, string>;
  fieldOf: (row: Given, field: string) => string | null | undefined;
};

export function searchAnswer<Given extends Row>(call: Call, search: Search<Given>) {
  const clauses = toClauses(SearchParams.parse(call.params).query);
  const indexedUntil = Math.floor(call.store.clock.now() / 1000) - INDEXED_AFTER_SECONDS;
  const matches = (row: Given) =>
    clauses.every(({ key, field, value }) =>
      key === undefined
        ? search.fieldOf(row, field ?? '') === value
        : search.metadataOf(row)[key] === value,
    );
  const found = ownRows(call, search.rows).filter(
    (row) => row.created <= indexedUntil && matches(row),
  );
  const page = { ...Page.parse(call.params) };
  const { rows: shown, more } = takePage(found, page);
  const data = shown.map(search.show);
  return { object: 'search_result', url: search.url, has_more: more, next_page: null, data };
}
