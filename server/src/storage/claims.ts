/**
 * Work that is due at any company. It is looked for in all of them without a lock, and claimed within one company at a
 * time: rows of several companies are on several servers once the database is distributed (ADR 0085).
 */
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, type Column, eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';
import { columnOf, type Row } from './keys.ts';

/** Processes that look at the same moment find the same rows: each takes one that no other has locked. */
export const LOOKED_AT_MAX = 20;

/** A row that is due, and those of its company that were found with it. */
type Found = { companyId: CompanyId; id: string };

export function isAnyOf(id: Column, ids: readonly string[]): SQL {
  return sql`${id} = any(${sql.param([...ids])}::uuid[])`;
}

/** In the order in which the companies are first found. */
export function byCompany(found: readonly Found[]): Map<CompanyId, string[]> {
  const ids = new Map<CompanyId, string[]>();
  for (const { companyId, id } of found) ids.set(companyId, [...(ids.get(companyId) ?? []), id]);
  return ids;
}

type Claim<Table extends PgTable> = {
  isDue: SQL | undefined;
  /** Since when a row is due: the oldest is claimed. */
  since: Column;
  change: Partial<Row<Table>>;
};

/** System scope. Changes the row that is due longest and that no other process has locked, and returns it. */
export async function claimOne<Table extends PgTable>(
  tx: Tx,
  table: Table,
  { isDue, since, change }: Claim<Table>,
): Promise<Row<Table> | null> {
  const [companyId, id] = [columnOf(table, 'companyId'), columnOf(table, 'id')];
  const found = await tx
    .select({ companyId: sql<CompanyId>`${companyId}`, id: sql<string>`${id}` })
    .from<PgTable>(table)
    .where(isDue)
    .orderBy(asc(since), asc(id))
    .limit(LOOKED_AT_MAX);
  for (const [company, ids] of byCompany(found)) {
    const free = tx
      .select({ id: sql<string>`${id}` })
      .from<PgTable>(table)
      .where(and(eq(companyId, company), isAnyOf(id, ids), isDue))
      .orderBy(asc(since), asc(id))
      .limit(1)
      .for('update', { skipLocked: true });
    const [row] = await tx
      .update<PgTable>(table)
      .set(change)
      .where(and(eq(companyId, company), sql`${id} = any(array(${free}))`))
      .returning();
    if (row) return row as Row<Table>; // because the row is of this table
  }
  return null;
}
