/** Reads or writes a set of rows with one statement: a few rows for an API call, or thousands for a file. */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { and, asc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';
import { isAnyId, type Row, toColumn } from './keys.ts';
import { insertAhead, RETURNING_ANY, type RowChange, updateAhead } from './rows.ts';
import { isOnDistributed, sendAhead } from './transaction.ts';

export type ObjectTable = PgTable & { companyId: PgColumn; id: PgColumn };

type Ids = { companyId: CompanyId; ids: readonly string[] };

/** Like `lockRow`, for several rows. Locks in id order, so that two transactions do not deadlock. */
export async function lockRows<Table extends ObjectTable>(
  tx: Tx,
  table: Table,
  { companyId, ids }: Ids,
): Promise<Row<Table>[]> {
  return tx
    .select()
    .from<PgTable>(table)
    .where(and(sql`${table.companyId} = ${companyId}`, isAnyId(table.id, ids)))
    .orderBy(asc(table.id))
    .for('no key update') as Promise<Row<Table>[]>; // because the rows are of this table
}

export async function findOwners<Table extends ObjectTable & { customerId: PgColumn }>(
  tx: Tx,
  table: Table,
  { companyId, ids }: Ids,
): Promise<ReadonlyMap<string, CustomerId>> {
  if (ids.length === 0) return new Map();
  const { id, customerId } = table;
  const rows = await tx
    .select({ id, customerId })
    .from<PgTable>(table)
    .where(and(sql`${table.companyId} = ${companyId}`, isAnyId(id, [...new Set(ids)])));
  // The cast is needed because the columns of a generic table are untyped.
  return new Map(rows.map((row) => [row.id, row.customerId] as [string, CustomerId]));
}

type Columns = Readonly<Record<string, unknown>>;

const comma = sql`, `;

/**
 * Passes rows as one parameter per column. With one parameter per value, the statement would be built and planned
 * again for every number of rows. All rows have the columns of the first, and a value shared by all rows is sent
 * once.
 */
function asRelation(table: PgTable, rows: readonly Columns[]) {
  const [first = {}] = rows;
  const columns = Object.keys(first).map((name) => {
    const column = toColumn(table, name);
    const isVarying = name === 'id' || rows.some((row) => row[name] !== first[name]);
    const type = sql.raw(column.getSQLType());
    const once = sql`${sql.param(first[name], column)}::${type}`;
    const value = isVarying ? sql.raw(`given."${name}"`) : once;
    return { name, type, column, isVarying, value, target: sql.identifier(column.name) };
  });
  const varying = columns.filter(({ isVarying }) => isVarying);
  const lists = varying.map(({ name, type, column }) => {
    const values = rows.map((row) =>
      row[name] === null ? null : column.mapToDriverValue(row[name]),
    );
    return sql`${sql.param(values)}::${type}[]`;
  });
  const names = sql.raw(varying.map(({ name }) => `"${name}"`).join(', '));
  return { columns, from: sql`unnest(${sql.join(lists, comma)}) as given (${names})` };
}

function insertion(table: PgTable, rows: readonly Columns[]): SQL {
  const { columns, from } = asRelation(table, rows);
  const into = columns.map(({ target }) => target);
  const values = columns.map(({ value }) => value);
  return sql`insert into ${table} (${sql.join(into, comma)}) select ${sql.join(values, comma)} from ${from}`;
}

/** Like `insertAhead`, for several rows in one statement. */
export function insertRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): void {
  const [first] = rows;
  if (first && rows.length === 1) insertAhead(tx, table, first);
  if (rows.length <= 1) return;
  // Returned rows would be checked by a second policy.
  const returning = isOnDistributed(tx) ? RETURNING_ANY : sql``;
  sendAhead(tx, tx.execute(sql`${insertion(table, rows)} ${returning}`));
}

/**
 * Skips rows whose unique references are taken, and returns the ids of the inserted rows. Slower than `insertRows`.
 */
export async function insertUntaken<Table extends ObjectTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<ReadonlySet<unknown>> {
  const inserted = await tx.execute<{ id: string }>(
    sql`${insertion(table, rows)} on conflict do nothing returning id`,
  );
  return new Set(inserted.rows.map(({ id }) => id));
}

type RowChanges<Table extends ObjectTable> = {
  companyId: CompanyId;
  /** Each row has its id, and all rows have the same columns. */
  rows: readonly (Partial<Row<Table>> & Pick<Row<Table>, 'id'>)[];
};

/** Like `updateAhead`, for several rows in one statement. */
export function updateRows<Table extends ObjectTable>(
  tx: Tx,
  table: Table,
  { companyId, rows }: RowChanges<Table>,
): void {
  const [first] = rows;
  if (!first) return;
  if (rows.length === 1) {
    const { id, ...change } = first;
    const update: unknown = { key: { companyId, id }, change };
    updateAhead(tx, table, update as RowChange<Table>); // because the rest of a row is a part of it
    return;
  }
  const { columns, from } = asRelation(table, rows);
  const set = columns
    .filter(({ name }) => name !== 'id')
    .map(({ target, value }) => sql`${target} = ${value}`);
  const statement = sql`update ${table} set ${sql.join(set, comma)} from ${from}
    where ${table.companyId} = ${companyId} and ${table.id} = given.id`;
  const execute = async () => {
    const { rowCount } = await tx.execute(statement).execute();
    invariant(rowCount === rows.length, 'every row of a set is there');
  };
  sendAhead(tx, { execute });
}
