/** Money that went back: refunds, ours and those made at the processor (R39), and disputes (R40). */
import type { AttemptId, CompanyId, InvoiceId } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  centsColumn,
  idColumn,
  instantColumn,
  leaseColumn,
  oneOf,
  ownerColumn,
  referenceTo,
} from './columns.ts';
import { invoices } from './invoices.ts';
import { attempts, DISPUTE_STATES, type DisputeState } from './payments.ts';

/** REVIEW: tried too often, a person decides. The processor's records can still complete it. */
export const REFUND_STATES = ['OPEN', 'DONE', 'REFUSED', 'REVIEW'] as const;

/**
 * OVERPAYMENT and PROVIDER are made by us: too much was paid, or the company decided. PROCESSOR: found in its records.
 * DISPUTE: lost for a part of the charge.
 */
export const REFUND_ORIGINS = ['OVERPAYMENT', 'PROVIDER', 'PROCESSOR', 'DISPUTE'] as const;

/** As its index has it: Postgres uses a partial index for the same words only. */
export const IS_UNEXPECTED_REFUND = sql`unexpected_at is not null and acknowledged_at is null`;

/** The id of our own refund is its idempotency key at the processor. */
export const refunds = pgTable(
  'refunds',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    attemptId: idColumn<AttemptId>('attempt_id').notNull(),
    customerId: ownerColumn(),
    origin: text('origin').$type<(typeof REFUND_ORIGINS)[number]>().notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    /** The part that was paid on receivables; the rest is fee and overpayment. */
    principalCents: centsColumn('principal_cents').notNull().default(ZERO),
    /** Of a payment on several invoices: the one it falls on; null: on all of them, in proportion (R48). */
    invoiceId: idColumn<InvoiceId>('invoice_id'),
    /** The company wants it paid again, once it is made (R88); otherwise a refund leaves the debt settled. */
    isOwedAgain: boolean('is_owed_again').notNull().default(false),
    state: text('state').$type<(typeof REFUND_STATES)[number]>().notNull(),
    /** The processor's id: each refund is booked once. */
    processorReference: text('processor_reference'),
    tries: integer('tries').notNull().default(0),
    /** When a sweep takes it next. */
    nextTryAt: instantColumn('next_try_at').notNull(),
    leasedBy: leaseColumn(),
    /** From here on the processor may have executed it; null while it certainly has not. */
    sentAt: instantColumn('sent_at'),
    createdAt: instantColumn('created_at').notNull(),
    doneAt: instantColumn('done_at'),
    /** When it was found, and may be a second copy of one of ours; and when a person has seen it. */
    unexpectedAt: instantColumn('unexpected_at'),
    acknowledgedAt: instantColumn('acknowledged_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(attempts, [table.companyId, table.attemptId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    uniqueIndex('one_overpayment_refund_per_attempt')
      .on(table.companyId, table.attemptId)
      .where(sql`${table.origin} = 'OVERPAYMENT'`),
    uniqueIndex('refund_is_booked_once')
      .on(table.companyId, table.processorReference)
      .where(sql`${table.processorReference} is not null`),
    check('refund_origin_is_known', sql`${table.origin} ${oneOf(REFUND_ORIGINS)}`),
    check('refund_state_is_known', sql`${table.state} ${oneOf(REFUND_STATES)}`),
    check('refund_amount_is_positive', sql`${table.amountCents} > 0`),
    check(
      'refund_principal_is_within_its_amount',
      sql`${table.principalCents} between 0 and ${table.amountCents}`,
    ),
    index('refunds_of_attempt').on(table.companyId, table.attemptId),
    index('refunds_in_review')
      .on(table.companyId, table.createdAt, table.id)
      .where(sql`${table.state} = 'REVIEW'`),
    index('unexpected_refunds')
      .on(table.companyId, table.unexpectedAt, table.id)
      .where(IS_UNEXPECTED_REFUND),
    index('refunds_to_make').on(table.nextTryAt).where(sql`${table.state} = 'OPEN'`),
  ],
);

/** A dispute of a charge at its processor. */
export const disputes = pgTable(
  'disputes',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    attemptId: idColumn<AttemptId>('attempt_id').notNull(),
    customerId: ownerColumn(),
    processorReference: text('processor_reference').notNull(),
    state: text('state').$type<DisputeState>().notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    code: text('code').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(attempts, [table.companyId, table.attemptId]),
    uniqueIndex('dispute_is_booked_once').on(table.companyId, table.processorReference),
    check('dispute_state_is_known', sql`${table.state} ${oneOf(DISPUTE_STATES)}`),
    check('dispute_amount_is_positive', sql`${table.amountCents} > 0`),
    check(
      'open_dispute_is_not_closed',
      sql`(${table.state} = 'OPEN') = (${table.closedAt} is null)`,
    ),
    index('open_disputes')
      .on(table.companyId, table.createdAt, table.id)
      .where(sql`${table.state} = 'OPEN'`),
    index('disputes_of_attempt').on(table.companyId, table.attemptId),
  ],
);
