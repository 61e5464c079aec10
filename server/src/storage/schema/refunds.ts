/** Refunds of what a charge took beyond what was owed. */
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { centsColumn, idColumn, instantColumn, oneOf, referenceTo } from './columns.ts';
import { attempts } from './payments.ts';

export const REFUND_STATES = ['OPEN', 'DONE', 'REFUSED'] as const;

/** The id is the idempotency key at the processor. */
export const refunds = pgTable(
  'refunds',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    attemptId: idColumn<AttemptId>('attempt_id').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    state: text('state').$type<(typeof REFUND_STATES)[number]>().notNull(),
    processorReference: text('processor_reference'),
    tries: integer('tries').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    doneAt: instantColumn('done_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(attempts, [table.companyId, table.attemptId]),
    unique('one_refund_per_attempt').on(table.companyId, table.attemptId),
    check('refund_state_is_known', sql`${table.state} ${oneOf(REFUND_STATES)}`),
    check('refund_amount_is_positive', sql`${table.amountCents} > 0`),
    index('refunds_to_make').on(table.createdAt).where(sql`${table.state} = 'OPEN'`),
  ],
);
