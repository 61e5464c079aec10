/**
 * Pages of a company's rows in an order chosen by the caller, along an index (ADR 0101). The cursor is the last row
 * of the previous page: its value in that order, and its id.
 */
import type { Instant } from '@quittance/contract/dates';
import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';
import type { Row } from './keys.ts';

export const VALUE_TYPES = {
  instant: 'timestamptz',
  date: 'date',
  cents: 'bigint',
  text: 'text',
} as const;
export type ValueType = keyof typeof VALUE_TYPES;

export type Order<Item> = { key: SQL; type: ValueType; of(row: Item): string };
export type Orders<Item> = Readonly<Record<string, Order<Item>>>;

export type SortedCursor = { value: string; id: string };
export type SortedPage<Item> = {
  limit: number;
  order: Order<Item>;
  isDescending: boolean;
  after: SortedCursor | null;
};

type SortedTable = PgTable & { id: PgColumn };

/** Must match the index. Under row-level security, `coalesce` is not used as an index condition, but `case` is. */
export const lastChangeIn = ({
  updatedAt,
  createdAt,
}: Record<'updatedAt' | 'createdAt', PgColumn>) =>
  sql`(case when ${updatedAt} is null then ${createdAt} else ${updatedAt} end)`;

export function isInRange(
  time: SQL,
  { from, to }: { from: Instant | undefined; to: Instant | undefined },
): SQL | undefined {
  return and(
    from === undefined ? undefined : sql`${time} >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`${time} < ${to}::timestamptz`,
  );
}

export function isAfterIn<Item>(
  table: SortedTable,
  { order: { key, type }, isDescending, after }: SortedPage<Item>,
): SQL | undefined {
  if (!after) return undefined;
  const comparison = sql.raw(isDescending ? '<' : '>');
  const valueType = sql.raw(VALUE_TYPES[type]);
  return sql`(${key}, ${table.id}) ${comparison} (${after.value}::${valueType}, ${after.id}::uuid)`;
}

function orderedBy<Item>(
  table: SortedTable,
  { order: { key }, isDescending }: SortedPage<Item>,
): SQL[] {
  return isDescending ? [desc(key), desc(table.id)] : [asc(key), asc(table.id)];
}

export async function readSortedPage<Table extends SortedTable>(
  tx: Tx,
  table: Table,
  { isWanted, page }: { isWanted: SQL | undefined; page: SortedPage<Row<Table>> },
): Promise<Row<Table>[]> {
  const rows = await tx
    .select()
    .from<PgTable>(table)
    .where(isWanted)
    .orderBy(...orderedBy(table, page))
    .limit(page.limit + 1);
  return rows as Row<Table>[]; // because the rows are of this table
}

/**
 * Condition on the ids of a page whose rows are in several places of an index. Reads one page from each place and
 * keeps the first rows overall. Otherwise, all rows of all places would be sorted.
 */
function isOnPageFor<Item>(
  table: SortedTable,
  page: SortedPage<Item>,
  places: readonly (SQL | undefined)[],
): SQL {
  const limit = sql.raw(String(page.limit + 1));
  const order = sql.join(orderedBy(table, page), sql`, `);
  const direction = sql.raw(page.isDescending ? 'desc' : 'asc');
  const pages = places.map(
    (isWanted) => sql`(select ${page.order.key} as sorted_by, ${table.id} as id from ${table}
      where ${isWanted} order by ${order} limit ${limit})`,
  );
  return sql`${table.id} = any(array(select found.id from (${sql.join(pages, sql` union all `)}) found
    order by found.sorted_by ${direction}, found.id ${direction} limit ${limit}))`;
}

type Places = {
  isOfCompany: SQL | undefined;
  isWanted: SQL | undefined;
  /** One condition per place, such as `status = 'DUE'`. Without any, the whole order is one place. */
  places: readonly (SQL | undefined)[];
};

export async function readPageOfPlaces<Table extends SortedTable>(
  tx: Tx,
  table: Table,
  { isOfCompany, isWanted, places, page }: Places & { page: SortedPage<Row<Table>> },
): Promise<Row<Table>[]> {
  const isAfter = isAfterIn(table, page);
  const conditions = (places.length > 0 ? places : [undefined]).map((isPlace) =>
    and(isOfCompany, isWanted, isPlace, isAfter),
  );
  const [first, ...others] = conditions;
  if (others.length === 0) return readSortedPage(tx, table, { isWanted: first, page });
  const isOnPage = isOnPageFor(table, page, conditions);
  return readSortedPage(tx, table, { isWanted: and(isOfCompany, isOnPage), page });
}
