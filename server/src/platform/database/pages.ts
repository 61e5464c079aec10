/** Pages of a company's rows, newest first. The cursor is the last row of the previous page. */
import type { Instant } from '@quittance/contract/dates';
import type { CreatedRange } from '@quittance/contract/http/pages-and-problems';
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';
import type { Row } from './keys.ts';

export type Cursor = { at: Instant; id: string };
export type Page = { limit: number; after: Cursor | null };

type PagedTable = PgTable & { createdAt: PgColumn; id: PgColumn };

export function isAfterCursor(table: PagedTable, after: Cursor | null): SQL | undefined {
  if (!after) return undefined;
  return sql`(${table.createdAt}, ${table.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`;
}

export function isCreatedIn(
  { createdAt }: Pick<PagedTable, 'createdAt'>,
  { createdFrom, createdTo }: CreatedRange,
): SQL | undefined {
  return and(
    createdFrom && sql`${createdAt} >= ${createdFrom}::timestamptz`,
    createdTo && sql`${createdAt} < ${createdTo}::timestamptz`,
  );
}

/** Reads one row more than the page size, which shows whether another page follows. */
export async function readPage<Table extends PagedTable>(
  tx: Tx,
  table: Table,
  { isWanted, limit }: { isWanted: SQL | undefined; limit: number },
): Promise<Row<Table>[]> {
  const rows = await tx
    .select()
    .from<PgTable>(table)
    .where(isWanted)
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(limit + 1);
  return rows as Row<Table>[]; // because the rows are of this table
}
