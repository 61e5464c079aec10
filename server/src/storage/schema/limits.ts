/**
 * How often something was done lately. A schema of its own, because nothing in it belongs to a company
 * and the portal's role may not even look. The table is not logged (see its migration): counting is
 * cheap, and a crash forgets minutes of counts, never a locked link, which follows from the attempts.
 */
import { index, integer, pgSchema, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const limitsSchema = pgSchema('limits');

export const limitCounters = limitsSchema.table(
  'counters',
  {
    /** What is counted and of whom: 'publicReads:203.0.113.7'. Typed text only as a hash. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: instantColumn('resets_at').notNull(),
  },
  (table) => [index('limit_counters_by_end').on(table.resetsAt)],
);
