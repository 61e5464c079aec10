/** Deposits by the processor, what they contain, and how they differ from the ledger (R96). */
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import {
  PAYOUT_DIFFERENCE_KINDS,
  PAYOUT_LINE_KINDS,
  PAYOUT_PROBLEMS,
  PAYOUT_STATES,
  type PayoutDifferenceKind,
  type PayoutLineKind,
  type PayoutProblem,
  type PayoutState,
  type ProcessorFees,
} from '@quittance/contract/payouts/provider-schemas';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  centsColumn,
  idColumn,
  instantColumn,
  isoDateColumn,
  leaseColumn,
  oneOf,
  referenceTo,
} from './columns.ts';
import { companies } from './companies.ts';

/** How far the payouts of a company are read. */
export const payoutReads = pgTable(
  'payout_reads',
  {
    companyId: idColumn<CompanyId>('company_id')
      .primaryKey()
      .references(() => companies.companyId),
    /** Agreed with the processor. Null if not known. */
    fees: jsonb('fees').$type<ProcessorFees>(),
    /** The processor that was read, and the start of what was read from it. */
    processor: text('processor').$type<ProcessorName>(),
    coversFrom: instantColumn('covers_from'),
    readAt: instantColumn('read_at'),
    /** Everything that was settled until then was looked for in the payouts. */
    soughtUntil: instantColumn('sought_until'),
    problem: text('problem').$type<PayoutProblem>(),
    nextReadAt: instantColumn('next_read_at').notNull(),
    leasedBy: leaseColumn(),
  },
  (table) => [
    check('payout_problem_is_known', sql`${table.problem} ${oneOf(PAYOUT_PROBLEMS)}`),
    index('payouts_to_read').on(table.nextReadAt),
  ],
);

export const payouts = pgTable(
  'payouts',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    processor: text('processor').$type<ProcessorName>().notNull(),
    processorReference: text('processor_reference').notNull(),
    state: text('state').$type<PayoutState>().notNull(),
    arrivesOn: isoDateColumn('arrives_on').notNull(),
    /** Negative if the processor withdraws money. */
    amountCents: centsColumn('amount_cents').notNull(),
    /** The processor never lists what the payout contains. */
    isOpaque: boolean('is_opaque').notNull(),
    /** Null until the lines are stored. */
    itemizedAt: instantColumn('itemized_at'),
    expectedCents: centsColumn('expected_cents'),
    feeCents: centsColumn('fee_cents').notNull().default(ZERO),
    lineCount: integer('line_count').notNull().default(0),
    /** When it entered the journal (R92), and when it left it again because the bank refused it. Never changed. */
    bookedAt: instantColumn('booked_at'),
    reversedAt: instantColumn('reversed_at'),
    /** Time at the processor. */
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('payout_is_stored_once').on(
      table.companyId,
      table.processor,
      table.processorReference,
    ),
    check('payout_state_is_known', sql`${table.state} ${oneOf(PAYOUT_STATES)}`),
    check(
      'itemized_payout_has_its_expected_amount',
      sql`(${table.itemizedAt} is null) = (${table.expectedCents} is null)`,
    ),
    check(
      'booked_payout_is_itemized_or_opaque',
      sql`${table.bookedAt} is null or ${table.itemizedAt} is not null or ${table.isOpaque}`,
    ),
    check(
      'reversed_payout_was_booked',
      sql`${table.reversedAt} is null or ${table.bookedAt} is not null`,
    ),
    index('payouts_by_arrival').on(table.companyId, table.arrivesOn, table.id),
  ],
);

export const payoutLines = pgTable(
  'payout_lines',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    payoutId: idColumn<string>('payout_id').notNull(),
    kind: text('kind').$type<PayoutLineKind>().notNull(),
    processorReference: text('processor_reference').notNull(),
    grossCents: centsColumn('gross_cents').notNull(),
    feeCents: centsColumn('fee_cents').notNull(),
    expectedCents: centsColumn('expected_cents').notNull(),
    /** The charge, and the refund or dispute, in the processor's words. */
    chargeReference: text('charge_reference'),
    itemReference: text('item_reference'),
    /** Whether the item belonged to a charge of ours when it was stored. Never changed. */
    isOurs: boolean('is_ours').notNull(),
    attemptId: idColumn<AttemptId>('attempt_id'),
    refundId: idColumn<string>('refund_id'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(payouts, [table.companyId, table.payoutId]),
    check('payout_line_kind_is_known', sql`${table.kind} ${oneOf(PAYOUT_LINE_KINDS)}`),
    index('lines_of_payout').on(table.companyId, table.payoutId, table.createdAt, table.id),
    index('payout_lines_of_attempt').on(table.companyId, table.attemptId),
    index('payout_lines_of_refund')
      .on(table.companyId, table.refundId)
      .where(sql`${table.refundId} is not null`),
  ],
);

/** Must match the index predicate. */
export const IS_OPEN_DIFFERENCE = sql.raw('closed_at is null');

export const payoutDifferences = pgTable(
  'payout_differences',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    /** Derived from the kind and the item, so that a difference is stored once. */
    id: idColumn<string>('id').notNull(),
    kind: text('kind').$type<PayoutDifferenceKind>().notNull(),
    /** Null if no payout contains the item. */
    payoutId: idColumn<string>('payout_id'),
    attemptId: idColumn<AttemptId>('attempt_id'),
    processorReference: text('processor_reference'),
    expectedCents: centsColumn('expected_cents').notNull(),
    foundCents: centsColumn('found_cents').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(payouts, [table.companyId, table.payoutId]),
    check('payout_difference_kind_is_known', sql`${table.kind} ${oneOf(PAYOUT_DIFFERENCE_KINDS)}`),
    index('payout_differences_by_time').on(table.companyId, table.createdAt, table.id),
    index('open_payout_differences')
      .on(table.companyId, table.createdAt, table.id)
      .where(IS_OPEN_DIFFERENCE),
    index('differences_of_payout').on(table.companyId, table.payoutId),
  ],
);
