/**
 * Rate-limit counters. A separate schema, because they belong to no company and the portal's role has no
 * access. The table is unlogged (see its migration): a crash loses minutes of counts, but no locked
 * link, which is derived from the attempts.
 */
import type { CompanyId } from '@quittance/contract/ids';
import { index, integer, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn } from './columns.ts';

/**
 * drizzle-kit reads the export to generate migrations.
 * @public
 */
export const limitsSchema = pgSchema('limits');

export const limitCounters = limitsSchema.table(
  'counters',
  {
    /** Limit and subject: 'publicReads:203.0.113.7'. Typed text only as a hash. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: instantColumn('resets_at').notNull(),
  },
  (table) => [index('limit_counters_by_end').on(table.resetsAt)],
);

/**
 * The newest sign-in mail that a browser asked for at a company, and how often a code was guessed for it.
 * Written for every request, whether or not it matches a customer, so that a wrong code says nothing.
 */
export const codeGuesses = limitsSchema.table(
  'code_guesses',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    /** Of the browser's cookie. */
    nonceHash: text('nonce_hash').notNull(),
    requestId: idColumn<string>('request_id').notNull(),
    guesses: integer('guesses').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.nonceHash] }),
    index('code_guesses_by_end').on(table.expiresAt),
  ],
);
