/**
 * The lookup key of a token's row, before its owner is known. With a company, only that company's server is
 * searched (ADR 0086). Older tokens do not contain a company.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { bearers, capabilities, sessions, signInTokens } from '../../schema/access.ts';
import type { calendarFeeds } from '../../schema/arrangement-changes.ts';
import { matching } from '../database/keys.ts';

export type TokenKey = { tokenHash: string; companyId: CompanyId | null };

export function hasToken(
  table: typeof sessions | typeof signInTokens | typeof calendarFeeds,
  { tokenHash, companyId }: TokenKey,
) {
  return matching(table, companyId ? { companyId, tokenHash } : { tokenHash });
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
  return company ? sql`${companyId} = ${sql.placeholder('companyId')} and ${isToken}` : isToken;
}
