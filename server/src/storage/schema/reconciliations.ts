/** Comparisons with the processors' own lists. */
import type { CompanyId } from '@quittance/contract/ids';
import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn } from './columns.ts';
import type { AttemptProcessor } from './payments.ts';

/** One comparison of our attempts with a processor's own list, both ways. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    processor: text('processor').$type<AttemptProcessor>().notNull(),
    coversFrom: instantColumn('covers_from').notNull(),
    coversTo: instantColumn('covers_to').notNull(),
    finishedAt: instantColumn('finished_at').notNull(),
    /** Differences found, by kind; none of them is a clean day. */
    differences: jsonb('differences').$type<Readonly<Record<string, number>>>().notNull(),
    isClean: boolean('is_clean').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('reconciliations_by_time').on(table.companyId, table.coversFrom),
  ],
);
