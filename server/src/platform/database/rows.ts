/**
 * Finds and locks rows by key, and inserts or updates them. Statements that differ only in their values are built
 * once per connection.
 */
import { invariant } from '@quittance/domain/invariant';
import { asc, Column, desc, getTableName, is, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';
import { isState, matching, type Row, toColumn, type Values } from './keys.ts';
import { sendAhead } from './transaction.ts';

export async function firstRow<Result>(query: PromiseLike<Result[]>): Promise<Result | null> {
  const [row] = await query;
  return row ?? null;
}

export async function writtenRow<Result>(query: PromiseLike<Result[]>): Promise<Result> {
  const row = await firstRow(query);
  if (row === null) throw new Error('A written row was not returned');
  return row;
}

export async function hasRows(query: PromiseLike<unknown[]>): Promise<boolean> {
  return (await query).length > 0;
}

/**
 * Ends an `insert … select` into a company's table. Unless the statement returns something, Citus would send the
 * rows by COPY, which row-level security refuses.
 */
export const RETURNING_ANY = sql`returning 1`;

type Executable = { execute(values: RowValues): PromiseLike<unknown> };

const statements = new WeakMap<Tx, Map<string, Executable>>();

/**
 * Drizzle builds the statement once per connection. Values that differ between executions must be an
 * `sql.placeholder`.
 */
function builtOnce<Statement extends Executable>(
  tx: Tx,
  key: string,
  build: () => Statement,
): Statement {
  const ofConnection = statements.get(tx) ?? new Map<string, Executable>();
  statements.set(tx, ofConnection);
  const known = ofConnection.get(key);
  // Safe because each key stands for exactly one statement.
  if (known) return known as Statement;
  const statement = build();
  ofConnection.set(key, statement);
  return statement;
}

type RowValues = Readonly<Record<string, unknown>>;

function toShape(values: RowValues): string {
  const parts = Object.entries(values).map(([name, value]) => {
    if (value === null) return `${name} is null`;
    if (isState(name)) return `${name} ${value}`;
    return Array.isArray(value) ? `${name}[${value.length}]` : name;
  });
  return parts.join();
}

const toItem = (name: string, index: number) => `${name}_${index}`;

/** Null and states are part of the text. A list has one placeholder for each value. */
function toPlaceholder([name, value]: [string, unknown]): [string, unknown] {
  if (value === null || isState(name)) return [name, value];
  if (!Array.isArray(value)) return [name, sql.placeholder(name)];
  return [name, value.map((_, index) => sql.placeholder(toItem(name, index)))];
}

function flat(values: RowValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
      Array.isArray(value)
        ? value.map((item, index) => [toItem(name, index), item])
        : [[name, value]],
    ),
  );
}

function selectRows<Table extends PgTable>(tx: Tx, table: Table, values: Values<Table>) {
  return tx.select().from<PgTable>(table).where(matching(table, values));
}

type Selection = ReturnType<typeof selectRows>;

type PreparedSelection = Pick<Selection, 'prepare' | 'execute'>;

/** `kind` identifies what `finish` adds to the statement. */
function allMatching<Table extends PgTable>(
  tx: Tx,
  { table, values, kind }: { table: Table; values: Values<Table>; kind: string },
  finish: (query: Selection) => PreparedSelection,
): Promise<Row<Table>[]> {
  if (Object.values(values).some((value) => is(value, Column))) {
    return finish(selectRows(tx, table, values)).execute() as Promise<Row<Table>[]>; // because the rows are of this table
  }
  const key = `${kind} ${getTableName(table)} ${toShape(values)}`;
  const query = builtOnce(tx, key, () => {
    const placeholders = Object.fromEntries(Object.entries(values).map(toPlaceholder));
    // Safe because a placeholder stands for a value of its column.
    return finish(selectRows(tx, table, placeholders as Values<Table>)).prepare('');
  });
  return query.execute(flat(values)) as Promise<Row<Table>[]>; // because the rows are of this table
}

export function findRow<Table extends PgTable>(
  tx: Tx,
  table: Table,
  values: Values<Table>,
): Promise<Row<Table> | null> {
  return firstRow(allMatching(tx, { table, values, kind: 'find' }, (query) => query));
}

export async function hasRow<Table extends PgTable>(
  tx: Tx,
  table: Table,
  values: Values<Table>,
): Promise<boolean> {
  return hasRows(allMatching(tx, { table, values, kind: 'has' }, (query) => query.limit(1)));
}

export function listRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  {
    values,
    orderedBy,
  }: { values: Values<Table>; orderedBy: readonly (keyof Row<Table> & string)[] },
): Promise<Row<Table>[]> {
  return allMatching(tx, { table, values, kind: `list by ${orderedBy}` }, (query) =>
    query.orderBy(...orderedBy.map((name) => asc(toColumn(table, name)))),
  );
}

function lockAs(strength: 'update' | 'no key update' | 'share') {
  return <Table extends PgTable>(
    tx: Tx,
    table: Table,
    values: Values<Table>,
  ): Promise<Row<Table> | null> =>
    firstRow(
      allMatching(tx, { table, values, kind: `lock for ${strength}` }, (query) =>
        query.for(strength),
      ),
    );
}

/** Rows that reference this one may still be inserted, because a foreign key check does not wait for this lock. */
export const lockRow = lockAs('no key update');

/** No row that reads this one with a lock, as rows of a customer do, may be inserted until the transaction ends. */
export const lockWithChildren = lockAs('update');

/** Other transactions may hold the row too, but none may change it. */
export const holdRow = lockAs('share');

function given(values: RowValues): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined);
}

function columnPlaceholders(values: RowValues, toName = (name: string) => name) {
  return Object.fromEntries(
    given(values).map(([name, value]) => [
      name,
      value === null ? null : sql.placeholder(toName(name)),
    ]),
  );
}

function columnShape(values: RowValues): string {
  return given(values)
    .map(([name, value]) => (value === null ? `${name} is null` : name))
    .join();
}

export function insertRow<Table extends PgTable>(
  tx: Tx,
  table: Table,
  row: Table['$inferInsert'],
): Promise<Row<Table>> {
  const query = builtOnce(tx, `insert ${getTableName(table)} ${columnShape(row)}`, () =>
    tx.insert<PgTable>(table).values(columnPlaceholders(row)).returning().prepare(''),
  );
  return writtenRow(query.execute(row)) as Promise<Row<Table>>; // because the row is of this table
}

/** Does not wait for the statement. The transaction commits only if it succeeds. */
export function insertAhead<Table extends PgTable>(
  tx: Tx,
  table: Table,
  ...rows: readonly Table['$inferInsert'][]
): void {
  const key = `insert ahead ${getTableName(table)} ${rows.map(columnShape).join(' and ')}`;
  const query = builtOnce(tx, key, () => {
    const placed = rows.map((row, index) => columnPlaceholders(row, numbered(index)));
    return tx.insert<PgTable>(table).values(placed).prepare('');
  });
  const values = rows.flatMap((row, index) =>
    Object.entries(row).map(([name, value]) => [numbered(index)(name), value]),
  );
  sendAhead(tx, { execute: () => query.execute(Object.fromEntries(values)) });
}

const numbered = (index: number) => (name: string) => `${name}_${index}`;

const keyName = (name: string) => `key_${name}`;

export type RowChange<Table extends PgTable> = {
  /** Must match exactly one row. */
  key: Values<Table>;
  change: Partial<Row<Table>>;
  computed?: Readonly<Record<string, SQL>>;
};

function updating<Table extends PgTable>(
  tx: Tx,
  table: Table,
  { key, change, computed = {} }: RowChange<Table>,
) {
  const isRow = Object.entries(key).map(([column, value]) =>
    isState(column) ? [column, value] : [column, sql.placeholder(keyName(column))],
  );
  return tx
    .update<PgTable>(table)
    .set({ ...columnPlaceholders(change), ...computed })
    .where(matching(table, Object.fromEntries(isRow)));
}

function updateName<Table extends PgTable>(table: Table, { key, change }: RowChange<Table>) {
  return `update ${getTableName(table)} ${columnShape(change)} of ${toShape(key)}`;
}

function updateValues<Table extends PgTable>({ key, change }: RowChange<Table>): RowValues {
  const keys = Object.entries(key).map(([column, value]) => [keyName(column), value]);
  return { ...change, ...Object.fromEntries(keys) };
}

export function updateRow<Table extends PgTable>(
  tx: Tx,
  table: Table,
  update: RowChange<Table>,
): Promise<Row<Table>> {
  const query = builtOnce(tx, updateName(table, update), () =>
    updating(tx, table, update).returning().prepare(''),
  );
  return writtenRow(query.execute(updateValues(update))) as Promise<Row<Table>>; // because the row is of this table
}

/** Does not wait for the statement. The transaction commits only if one row was updated. */
export function updateAhead<Table extends PgTable>(
  tx: Tx,
  table: Table,
  update: RowChange<Table>,
): void {
  const query = builtOnce(tx, `${updateName(table, update)} ahead`, () =>
    updating(tx, table, update).prepare(''),
  );
  const execute = async () => {
    const { rowCount } = await query.execute(updateValues(update));
    invariant(rowCount === 1, 'an update by its key changes one row');
  };
  sendAhead(tx, { execute });
}

export async function findNewestRow<Table extends PgTable>(
  tx: Tx,
  table: Table,
  values: Values<Table>,
): Promise<Row<Table> | null> {
  const query = selectRows(tx, table, values)
    .orderBy(desc(toColumn(table, 'createdAt')), desc(toColumn(table, 'id')))
    .limit(1);
  return firstRow(query) as Promise<Row<Table> | null>; // because the rows are of this table
}
