/** Reconciliations with the processors' records. */
import type { CompanyId } from '@quittance/contract/ids';
import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn } from './columns.ts';
import type { AttemptProcessor } from './payments.ts';

/** One comparison of our attempts with a processor's records, in both directions. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    processor: text('processor').$type<AttemptProcessor>().notNull(),
    coversFrom: instantColumn('covers_from').notNull(),
    coversTo: instantColumn('covers_to').notNull(),
    finishedAt: instantColumn('finished_at').notNull(),
    /** Counts of differences by kind; empty when clean. */
    differences: jsonb('differences').$type<Readonly<Record<string, number>>>().notNull(),
    isClean: boolean('is_clean').notNull(),
    /** The references that differed; null in rows from before they were stored. */
    differing: jsonb('differing').$type<readonly string[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('reconciliations_by_time').on(table.companyId, table.coversFrom),
  ],
);
