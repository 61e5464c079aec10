/**
 * Reads that many payers make. Their SQL is built once and planned once per connection, and their rows are decoded
 * without inspecting the selection again. A name stands for one statement; values that differ between executions
 * use an `sql.placeholder`.
 */

import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Tx } from './database.ts';
import {
  columnsSql,
  decodeRow,
  type RowShape,
  type SelectedRow,
  type Selection,
  toShape,
} from './row-decoder.ts';

export type Read<Fields extends Selection> = { selection: Fields; source: SQL };

const { DATE, TIMESTAMPTZ } = pg.types.builtins;

const asText = (text: string) => text;

/** Our columns parse dates and instants from text. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (id: number) =>
    id === DATE || id === TIMESTAMPTZ ? asText : pg.types.getTypeParser(id),
};

type CompiledQuery = { text: string; params: unknown[]; shape: RowShape };

const dialect = new PgDialect();
const statements = new Map<string, CompiledQuery>();

function compile(name: string, { selection, source }: Read<Selection>): CompiledQuery {
  const columns = sql.join(columnsSql(selection), sql`, `);
  const { sql: text, params } = dialect.sqlToQuery(sql`select ${columns} ${source}`);
  const compiled = { text, params, shape: toShape(selection) };
  statements.set(name, compiled);
  return compiled;
}

const LIMITS = [26, 101];

/**
 * Rounds the length of a page up to one of two values. As a literal in the SQL, the limit shows the planner how few
 * rows are needed.
 */
export const toPreparedLimit = (limit: number): number =>
  LIMITS.find((most) => most >= limit) ?? limit;

export type PreparedRead = { name: string; values: Readonly<Record<string, unknown>> };

export async function readPrepared<Fields extends Selection>(
  tx: Tx,
  { name, values }: PreparedRead,
  build: () => Read<Fields>,
): Promise<SelectedRow<Fields>[]> {
  const { text, params, shape } = statements.get(name) ?? compile(name, build());
  const query = { name, text, rowMode: 'array' as const, types: TYPES };
  const { rows } = await tx.$client.query(query, fillPlaceholders(params, { ...values }));
  // Safe because the shape was computed from the selection.
  return rows.map((row) => decodeRow(shape, row) as SelectedRow<Fields>);
}

const writes = new Map<string, ReturnType<PgDialect['sqlToQuery']>>();

/** Like `readPrepared`, for a statement that writes. Returns the number of rows. */
export async function writePrepared(
  tx: Tx,
  { name, values }: PreparedRead,
  build: () => SQL,
): Promise<number> {
  const compiled = writes.get(name) ?? dialect.sqlToQuery(build());
  writes.set(name, compiled);
  const { sql: text, params } = compiled;
  const query = { name, text, rowMode: 'array' as const };
  const { rowCount } = await tx.$client.query(query, fillPlaceholders(params, { ...values }));
  return rowCount ?? 0;
}

function jsonList(selection: Selection): SQL {
  return sql`json_build_array(${sql.join(columnsSql(selection), sql`, `)})`;
}

function toDecoder<Fields extends Selection>(selection: Fields) {
  const shape = toShape(selection);
  // Safe because the shape was computed from the selection.
  return (values: unknown[]) => decodeRow(shape, values) as SelectedRow<Fields>;
}

/**
 * Selects the row found by `source` (from, where, order by), or null if there is none. The lookup is skipped unless
 * `isAny` holds.
 */
export function jsonRow<Fields extends Selection>(
  selection: Fields,
  source: SQL,
  isAny = sql`true`,
): SQL<SelectedRow<Fields> | null> {
  const query = sql`case when ${isAny} then (select ${jsonList(selection)} ${source} limit 1) end`;
  return query.mapWith(toDecoder(selection)) as SQL<SelectedRow<Fields> | null>; // because there may be no row
}

/**
 * Returns an aggregate of all rows, and its decoder. The aggregate is null if there are no rows. Read connections
 * prefer an index in the given order to any other, so no order is given where it does not matter.
 */
export function jsonRows<Fields extends Selection>(selection: Fields, order?: SQL) {
  const decode = toDecoder(selection);
  const inOrder = order ? sql` order by ${order}` : sql``;
  return {
    aggregate: sql`json_agg(${jsonList(selection)}${inOrder})`,
    decode: (rows: unknown[][]) => rows.map(decode),
  };
}
