/** Reconciliations with the processors' records, and the charges found there that no invoice could take. */
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { CHARGE_KINDS, type ChargeKind } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { centsColumn, idColumn, instantColumn, oneOf } from './columns.ts';
import type { AttemptProcessor } from './posting-checks.ts';

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
    /** Counts of differences by kind. Empty if there are none. */
    differences: jsonb('differences').$type<Readonly<Record<string, number>>>().notNull(),
    isClean: boolean('is_clean').notNull(),
    /** References that differed. Null in rows older than this column. */
    differing: jsonb('differing').$type<readonly string[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('reconciliations_by_time').on(table.companyId, table.coversFrom),
  ],
);

/** The newest reconciliation of each company, so that nothing reads their history to find companies that lack one. */
export const latestReconciliations = pgTable(
  'latest_reconciliations',
  {
    companyId: idColumn<CompanyId>('company_id').primaryKey(),
    processor: text('processor').$type<AttemptProcessor>().notNull(),
    finishedAt: instantColumn('finished_at').notNull(),
  },
  (table) => [index('latest_reconciliations_by_age').on(table.finishedAt)],
);

/**
 * A charge in the processor's records that has our reference but no attempt, and no invoice that could take it. A
 * person has to assign it to what it paid, refund it or acknowledge it (R69).
 */
export const unplacedCharges = pgTable(
  'unplaced_charges',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    /** Our reference, which becomes the id of the attempt. */
    id: idColumn<AttemptId>('id').notNull(),
    processor: text('processor').$type<AttemptProcessor>().notNull(),
    processorReference: text('processor_reference').notNull(),
    invoiceRef: text('invoice_ref'),
    kind: text('kind').$type<ChargeKind>().notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    isPending: boolean('is_pending').notNull(),
    foundAt: instantColumn('found_at').notNull(),
    /** Id of the ordered refund, and the time from which the processor may have made it. */
    refundId: idColumn<string>('refund_id'),
    refundSentAt: instantColumn('refund_sent_at'),
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    check('unplaced_charge_kind_is_known', sql`${table.kind} ${oneOf(CHARGE_KINDS)}`),
    check('unplaced_charge_amount_is_positive', sql`${table.amountCents} > 0`),
    index('unplaced_charges_to_see')
      .on(table.companyId, table.foundAt, table.id)
      .where(sql`${table.closedAt} is null`),
  ],
);
