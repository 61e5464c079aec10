/**
 * Rate-limit counters. A separate schema, because they belong to no company and the portal's role has no
 * access. The table is unlogged (see its migration): a crash loses minutes of counts, but no locked
 * link, which is derived from the attempts.
 */
import { index, integer, pgSchema, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

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
