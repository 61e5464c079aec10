/** Reads the rows of an export as lines of JSON, in batches, so that memory does not grow with the company. */

import type { ExportKind } from '@quittance/contract/exchange/export-schemas';
import type { CompanyId } from '@quittance/contract/ids';
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/database/database.ts';
import { toColumn } from '../../platform/database/keys.ts';
import { EXPORTS, type ExportTable, LEFT_OUT, type Part } from './export-tables.ts';

const BATCH = 500;
/** Postgres functions accept at most 100 arguments, which is 50 pairs. */
const PAIRS_MAX = 50;

const literal = (text: string) => sql.raw(`'${text}'`);

function objectSql(table: PgTable, more: readonly SQL[] = []): SQL {
  const columns = Object.entries(getTableColumns(table))
    .filter(([name]) => !LEFT_OUT.includes(name) && name !== 'companyId')
    .map(([name, column]) => sql`${literal(name)}, ${column}`);
  const pairs = [...columns, ...more];
  const objects: SQL[] = [];
  for (let from = 0; from < pairs.length; from += PAIRS_MAX) {
    objects.push(
      sql`jsonb_build_object(${sql.join(pairs.slice(from, from + PAIRS_MAX), sql`, `)})`,
    );
  }
  return sql.join(objects, sql` || `);
}

function partSql({ table, key }: ExportTable, { name, table: inner, of, orderBy }: Part): SQL {
  const isPart = sql`${toColumn(inner, 'companyId')} = ${table.companyId} and ${of} = ${key}`;
  return sql`${literal(name)}, (select coalesce(jsonb_agg(${objectSql(inner)} order by ${orderBy}), '[]')
    from ${inner} where ${isPart})`;
}

type Batch = { kind: ExportKind; companyId: CompanyId; after: string | null };

const asKey = (column: Column, value: string) => sql`${value}::${sql.raw(column.getSQLType())}`;

async function readBatch(tx: Tx, { kind, companyId, after }: Batch) {
  const exported = EXPORTS[kind];
  const { table, key, parts = [] } = exported;
  const object = objectSql(
    table,
    parts.map((part) => partSql(exported, part)),
  );
  const isLater = after === null ? sql`true` : sql`${key} > ${asKey(key, after)}`;
  const { rows } = await tx.execute<{ key: string; line: string }>(sql`
    select ${key}::text as key, (${object})::text as line from ${table}
    where ${table.companyId} = ${companyId} and ${isLater} order by ${key} limit ${BATCH}`);
  return rows;
}

/** In a snapshot transaction, all rows are from the moment the transaction began. */
export async function* readLines(
  tx: Tx,
  { kind, companyId }: Pick<Batch, 'kind' | 'companyId'>,
): AsyncGenerator<string> {
  let after: string | null = null;
  for (;;) {
    const rows: { key: string; line: string }[] = await readBatch(tx, { kind, companyId, after });
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join('\n')}\n`;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.key ?? null;
  }
}
