/** Single rows: found by their key, locked by it, or written by a statement. */
import { desc } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';
import { columnOf, matching, type Row, type Values } from './keys.ts';

export async function firstRow<Result>(query: PromiseLike<Result[]>): Promise<Result | null> {
  const [row] = await query;
  return row ?? null;
}

/** The row that a statement returns after writing it. */
export async function writtenRow<Result>(query: PromiseLike<Result[]>): Promise<Result> {
  const row = await firstRow(query);
  if (row === null) throw new Error('A written row was not returned');
  return row;
}

export async function hasRows(query: PromiseLike<unknown[]>): Promise<boolean> {
  return (await query).length > 0;
}

function selectRows<Table extends PgTable>(tx: Tx, table: Table, values: Values<Table>) {
  return tx.select().from<PgTable>(table).where(matching(table, values));
}

export async function findRow<Table extends PgTable>(
  tx: Tx,
  table: Table,
  values: Values<Table>,
): Promise<Row<Table> | null> {
  return firstRow(selectRows(tx, table, values)) as Promise<Row<Table> | null>; // because the rows are of this table
}

export async function lockRow<Table extends PgTable>(
  tx: Tx,
  table: Table,
  values: Values<Table>,
): Promise<Row<Table> | null> {
  const query = selectRows(tx, table, values).for('update');
  return firstRow(query) as Promise<Row<Table> | null>; // because the rows are of this table
}

/** The row that was created last; the id breaks ties. */
export async function findNewestRow<Table extends PgTable>(
  tx: Tx,
  table: Table,
  values: Values<Table>,
): Promise<Row<Table> | null> {
  const query = selectRows(tx, table, values)
    .orderBy(desc(columnOf(table, 'createdAt')), desc(columnOf(table, 'id')))
    .limit(1);
  return firstRow(query) as Promise<Row<Table> | null>; // because the rows are of this table
}
