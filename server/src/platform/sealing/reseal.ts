/**
 * Reseals, with the active key, the values that other keys have sealed. Rows are read in key order, locked and
 * written in small transactions. A row that is locked by another transaction is left for the next pass. The work
 * can therefore be interrupted, repeated and run in parallel with everything else.
 */

import { type SQL, sql } from 'drizzle-orm';
import { acrossCompanies } from '../../platform/database/sharding/across-companies.ts';
import type { Database, Tx } from '../database/database.ts';
import { SealBroken, type Sealer, sealedBy } from './seal.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-values.ts';

const BATCH = 200;

type Row = Readonly<Record<string, string>> & { sealed: string };

const raw = (text: string) => sql.raw(text);

function isOther({ value }: SealedColumn, keyId: string): SQL {
  return sql`${raw(value)} is not null and not starts_with(${raw(value)}, ${sealedBy(keyId)})`;
}

function rowKeySql({ key }: SealedColumn, row: Row): SQL {
  return sql.join(
    Object.entries(key).map(([name, type]) => sql`${row[name]}::${raw(type)}`),
    sql`, `,
  );
}

const keyColumns = ({ key }: SealedColumn) => Object.keys(key).join(', ');

type Step = { column: SealedColumn; sealer: Sealer; after: Row | null };

async function readOthers(tx: Tx, { column, sealer, after }: Step): Promise<Row[]> {
  const { table, value, key, also = {} } = column;
  const shown = [
    ...Object.keys(key).map((name) => `${name}::text as ${name}`),
    ...Object.entries(also).map(([name, expression]) => `${expression} as ${name}`),
  ];
  const from = after
    ? sql` and (${raw(keyColumns(column))}) > (${rowKeySql(column, after)})`
    : sql``;
  const { rows } = await tx.execute<Row>(
    sql`select ${raw(shown.join(', '))}, ${raw(value)} as sealed from ${raw(table)}
      where ${isOther(column, sealer.keyId)}${from} and ${acrossCompanies('a key seals values of all')}
      order by ${raw(keyColumns(column))} limit ${BATCH}`,
  );
  return rows;
}

function reopened(sealer: Sealer, sealed: string, context: string): string | null {
  try {
    return sealer.seal(sealer.open(sealed, context), context);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

type Batch = { last: Row | null; isFull: boolean; sealed: number; unreadable: number };

/**
 * Runs without a lock, because rows of several companies may be on several servers. A value that changed in the
 * meantime is skipped.
 */
async function resealBatch(tx: Tx, step: Step): Promise<Batch> {
  const { column, sealer } = step;
  const rows = await readOthers(tx, step);
  let [sealed, unreadable] = [0, 0];
  for (const row of rows) {
    const fresh = reopened(sealer, row.sealed, column.contextOf(row));
    if (fresh === null) {
      unreadable += 1;
      continue;
    }
    const [before = '', after = ''] = column.set.split('$');
    const { rowCount } = await tx.execute(
      sql`update ${raw(column.table)} set ${raw(before)}${fresh}::text${raw(after)}
        where (${raw(keyColumns(column))}) = (${rowKeySql(column, row)})
          and ${raw(column.value)} = ${row.sealed}`,
    );
    sealed += rowCount ?? 0;
  }
  return { last: rows.at(-1) ?? null, isFull: rows.length === BATCH, sealed, unreadable };
}

export type Walk = { sealed: number; unreadable: number };

type WalkOptions = {
  isStopping?: () => boolean;
  onBatch?: (sealed: number) => Promise<void>;
};

export async function resealColumn(
  { asSystem }: Pick<Database, 'asSystem'>,
  { column, sealer }: { column: SealedColumn; sealer: Sealer },
  { isStopping = () => false, onBatch }: WalkOptions = {},
): Promise<Walk> {
  const done = { sealed: 0, unreadable: 0 };
  let after: Row | null = null;
  for (let isFull = true; isFull && !isStopping(); ) {
    const step: Step = { column, sealer, after };
    const batch: Batch = await asSystem((tx) => resealBatch(tx, step));
    done.sealed += batch.sealed;
    done.unreadable += batch.unreadable;
    after = batch.last;
    isFull = batch.isFull;
    if (batch.sealed > 0) await onBatch?.(batch.sealed);
  }
  return done;
}

/** Stands for values sealed before keys had ids. */
export const NO_KEY_ID = 'without an id';

export type KeyUse = { keyId: string; count: number };

/** Reads every stored value. */
export async function countByKey({ asSystem }: Pick<Database, 'asSystem'>): Promise<KeyUse[]> {
  const parseId = (value: string) =>
    `case when ${value} like 'v2.%' then split_part(${value}, '.', 2) else '${NO_KEY_ID}' end`;
  const parts = SEALED_COLUMNS.map(
    ({ table, value }) =>
      `select ${parseId(value)} as id, count(*) as n from ${table} where ${value} is not null group by 1`,
  );
  return asSystem(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '15min'`);
    const { rows } = await tx.execute<KeyUse>(
      sql`select id as "keyId", sum(n)::int as count
        from (${raw(parts.join(' union all '))}) used
        where ${acrossCompanies('a key seals values of all')} group by 1 order by 1`,
    );
    return rows;
  });
}
