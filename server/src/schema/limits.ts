/**
 * Rate-limit counters. They have a separate schema, because they do not belong to a company and the portal's role
 * has no access. The table is unlogged (see its migration): a crash loses minutes of counts, but no locked link,
 * because locks are derived from the attempts.
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
    /** Limit and subject, such as 'publicReads:203.0.113.7'. Typed text is stored only as a hash. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: instantColumn('resets_at').notNull(),
  },
  (table) => [index('limit_counters_by_end').on(table.resetsAt)],
);

/**
 * The newest sign-in email that a browser requested from a company, and the number of code guesses for it. Written
 * for every request, whether or not it matches a customer, so that a wrong code reveals nothing.
 */
export const codeGuesses = limitsSchema.table(
  'code_guesses',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
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
