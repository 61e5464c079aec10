/**
 * The lookup key of a token's row, before its owner is known. With a company, only that company's server is
 * searched (ADR 0086). Older tokens do not contain a company.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { and, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { bearers, capabilities, sessions, signInTokens } from '../../schema/access.ts';
import type { calendarFeeds } from '../../schema/arrangement-changes.ts';
import type { Tx } from '../database/database.ts';
import { matching, type Row, type Values } from '../database/keys.ts';
import { firstRow } from '../database/rows.ts';
import { acrossCompanies } from '../database/sharding/across-companies.ts';

export type TokenKey = { tokenHash: string; companyId: CompanyId | null };

const OF_ANY_COMPANY = acrossCompanies('tokens of earlier releases do not name their company');

export function hasToken(
  table: typeof sessions | typeof signInTokens | typeof calendarFeeds,
  { tokenHash, companyId }: TokenKey,
) {
  return companyId
    ? matching(table, { companyId, tokenHash })
    : and(matching(table, { tokenHash }), OF_ANY_COMPANY);
}

/** Finds the row by the key, or by the hash of the token alone if its company is not known. */
export async function findByToken<Table extends PgTable>(
  tx: Tx,
  table: Table,
  { companyId, hash }: { companyId: CompanyId | null; hash: Values<Table> },
): Promise<Row<Table> | null> {
  const isOwn = companyId ? matching<PgTable>(table, { companyId }) : OF_ANY_COMPANY;
  const row = await firstRow(
    tx
      .select()
      .from<PgTable>(table)
      .where(and(matching(table, hash), isOwn)),
  );
  return row as Row<Table> | null; // because the row is of this table
}

type WithToken = { companyId: AnyPgColumn; tokenHash: AnyPgColumn };

/**
 * For a prepared read: the values are placeholders, and the SQL text depends on whether the token contains a
 * company.
 */
export function presentedToken(
  { companyId, tokenHash }: WithToken & (typeof capabilities | typeof bearers),
  company: CompanyId | null,
): SQL {
  const isToken = sql`${tokenHash} = ${sql.placeholder('tokenHash')}`;
  const isOwn = company ? sql`${companyId} = ${sql.placeholder('companyId')}` : OF_ANY_COMPANY;
  return sql`${isOwn} and ${isToken}`;
}
