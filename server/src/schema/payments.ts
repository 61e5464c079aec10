/**
 * The payment tables: attempts, their state history, the append-only ledger and the idempotency keys. Only
 * payments/ writes to them.
 */
import type {
  AttemptId,
  CompanyId,
  CustomerId,
  InvoiceId,
  MandateId,
  MethodId,
  RequestId,
} from '@quittance/contract/ids';
import type { InvoiceLine } from '@quittance/contract/invoices/provider-schemas';
import { ZERO } from '@quittance/contract/money';
import type { DeviceInfo } from '@quittance/contract/payments/portal-schemas';
import {
  METHOD_TYPES,
  type MethodType,
  PAYMENT_WARNINGS,
  type PaymentOption,
  type PaymentWarning,
  PURPOSES,
  type Purpose,
  TRANSACTION_TYPES,
  type TransactionType,
} from '@quittance/contract/vocabulary';
import type { DeclineClass } from '@quittance/domain/dunning/declines';
import {
  ATTEMPT_STATES,
  type AttemptState,
  OPEN_STATES,
} from '@quittance/domain/status/payment-status';
import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { plans, schedules } from './arrangements.ts';
import {
  centsColumn,
  idColumn,
  instantColumn,
  isoDateColumn,
  isProcessorName,
  leaseColumn,
  oneOf,
  ownerColumn,
  referenceTo,
  sequenceColumn,
} from './columns.ts';
import { customers, mandates, paymentMethods } from './customers.ts';
import { invoices, requests } from './invoices.ts';
import { attemptListIndexes, CASH_AND_FEE } from './list-indexes.ts';
import { type AttemptProcessor, postingChecks } from './posting-checks.ts';

/** CIT: on-session, initiated by the payer. MIT: off-session, under a mandate. */
export const INITIATORS = ['CIT', 'MIT'] as const;

/** 'saved': added to the customer's methods. 'attached': for this invoice only (R18). */
export const KEEPS_METHOD_AS = ['saved', 'attached'] as const;

/** States of the last dispute at the processor (R40). */
export const DISPUTE_STATES = ['OPEN', 'WON', 'LOST'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/**
 * Attempts that were refused or have no known result. The limits against card testing count these. Must match the
 * conditions of the indexes exactly, because Postgres uses a partial index only for the same condition.
 */
export const IS_DOUBTFUL = sql`state ${oneOf(['CREATED', 'SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'FAILED'])}`;

type CheckedColumn =
  | 'amountCents'
  | 'creditCents'
  | 'creditUsedCents'
  | 'disputeState'
  | 'feeCents'
  | 'initiator'
  | 'installmentFrom'
  | 'installmentTo'
  | 'savesMethodAs'
  | 'method'
  | 'nextCheckAt'
  | 'occurrenceOf'
  | 'occurrenceOn'
  | 'planId'
  | 'processor'
  | 'purpose'
  | 'quotedCents'
  | 'refundedCents'
  | 'state'
  | 'tryNumber'
  | 'type'
  | 'warning';

const attemptChecks = (table: Record<CheckedColumn, SQLWrapper>) => [
  check('attempt_keeps_method_as_is_known', sql`${table.savesMethodAs} ${oneOf(KEEPS_METHOD_AS)}`),
  check(
    'attempt_on_a_plan_names_its_installments',
    sql`(${table.planId} is null) = (${table.installmentFrom} is null) and (${table.planId} is null) = (${table.installmentTo} is null)`,
  ),
  check(
    'attempt_takes_what_was_quoted',
    sql`${table.quotedCents} is null or ${table.quotedCents} = ${table.amountCents} + ${table.feeCents}`,
  ),
  check('attempt_initiator_is_known', sql`${table.initiator} ${oneOf(INITIATORS)}`),
  check('attempt_state_is_known', sql`${table.state} ${oneOf(ATTEMPT_STATES)}`),
  check('attempt_purpose_is_known', sql`${table.purpose} ${oneOf(PURPOSES)}`),
  check('attempt_type_is_known', sql`${table.type} ${oneOf(TRANSACTION_TYPES)}`),
  check('attempt_method_is_known', sql`${table.method} ${oneOf(METHOD_TYPES)}`),
  check('attempt_processor_is_known', sql`${table.processor} ${isProcessorName}`),
  check('attempt_warning_is_known', sql`${table.warning} ${oneOf(PAYMENT_WARNINGS)}`),
  check('attempt_amount_is_positive', sql`${table.amountCents} > 0`),
  check('attempt_fee_is_not_negative', sql`${table.feeCents} >= 0`),
  check(
    'attempt_credit_is_within_its_amount',
    sql`${table.creditCents} between 0 and ${table.amountCents}`,
  ),
  check(
    'attempt_credit_is_used_once',
    sql`${table.creditUsedCents} between 0 and ${table.creditCents}`,
  ),
  // A note or payment is taken back only while its credit is unused (R114, R115).
  check(
    'returned_attempt_has_no_used_credit',
    sql`${table.state} <> 'RETURNED' or ${table.creditUsedCents} = 0`,
  ),
  check('attempt_refund_is_not_negative', sql`${table.refundedCents} >= 0`),
  check('attempt_dispute_state_is_known', sql`${table.disputeState} ${oneOf(DISPUTE_STATES)}`),
  check(
    'merchant_initiated_attempt_names_its_occurrence',
    sql`${table.initiator} = 'CIT' or (${table.occurrenceOf} is not null and ${table.occurrenceOn} is not null and ${table.tryNumber} is not null)`,
  ),
  check(
    'open_attempt_has_a_next_check',
    sql`not (${table.state} ${oneOf(OPEN_STATES)}) or ${table.nextCheckAt} is not null`,
  ),
];

export const attempts = pgTable(
  'attempts',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<AttemptId>('id').notNull(),
    requestId: idColumn<RequestId>('request_id').notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id'),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    purpose: text('purpose').$type<Purpose>().notNull(),
    paymentOption: text('payment_option').$type<PaymentOption>(),
    type: text('type').$type<TransactionType>().notNull(),
    initiator: text('initiator').$type<(typeof INITIATORS)[number]>().notNull(),
    processor: text('processor').$type<AttemptProcessor>().notNull(),
    method: text('method').$type<MethodType>().notNull(),
    state: text('state').$type<AttemptState>().notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    feeCents: centsColumn('fee_cents').notNull(),
    /** Amount beyond what the invoice still owed: of a late success, a credit note, or a payment that staff recorded. */
    creditCents: centsColumn('credit_cents').notNull(),
    /** How much of the credit is used: the sum of its rows in `credit_uses`. */
    creditUsedCents: centsColumn('credit_used_cents').notNull().default(ZERO),
    /** Refunds in the processor's records, both ours and its own (R39). */
    refundedCents: centsColumn('refunded_cents').notNull().default(ZERO),
    disputeState: text('dispute_state').$type<DisputeState>(),
    methodId: idColumn<MethodId>('method_id'),
    methodBrand: text('method_brand'),
    methodLast4: text('method_last4'),
    mandateId: idColumn<MandateId>('mandate_id'),
    /** For off-session charges: the arrangement, its date, and the attempt number. */
    occurrenceOf: text('occurrence_of'),
    occurrenceOn: isoDateColumn('occurrence_on'),
    tryNumber: integer('try_number'),
    planId: idColumn<string>('plan_id'),
    installmentFrom: integer('installment_from'),
    installmentTo: integer('installment_to'),
    scheduleId: idColumn<string>('schedule_id'),
    /** Total that the payer agreed to, including the fee (M9). Null for off-session charges. */
    quotedCents: centsColumn('quoted_cents'),
    /** Null if the new method is not saved. */
    savesMethodAs: text('keeps_method_as').$type<(typeof KEEPS_METHOD_AS)[number]>(),
    declineClass: text('decline_class').$type<DeclineClass>(),
    /** Found at the processor by reconciliation, without an earlier attempt. */
    isOrphan: boolean('is_orphan').notNull().default(false),
    /** The order to the processor, sealed, for a resend or a second step. */
    orderSealed: text('order_sealed'),
    processorReference: text('processor_reference'),
    responseCode: text('response_code'),
    responseMessage: text('response_message'),
    /** Null once the state is final. */
    nextCheckAt: instantColumn('next_check_at'),
    leasedBy: leaseColumn(),
    /** Set once the attempt has had no outcome for so long that a person may decide. */
    heldAt: instantColumn('held_at'),
    checkCount: integer('check_count').notNull().default(0),
    clientAddress: text('client_address'),
    /** The link or customer that sent the attempt, or null for an off-session charge. */
    actor: text('actor'),
    /** Number, day of receipt and note of a payment that the company recorded (R89). */
    reference: text('reference'),
    receivedOn: isoDateColumn('received_on'),
    note: text('note'),
    /** Only a credit note has lines (R90). */
    creditedLines: jsonb('credited_lines').$type<readonly InvoiceLine[]>(),
    claimedDevice: jsonb('claimed_device').$type<DeviceInfo>(),
    createdAt: instantColumn('created_at').notNull(),
    settledAt: instantColumn('settled_at'),
    /** The processor's latest warning about the charge. It moves no money. */
    warning: text('warning').$type<PaymentWarning>(),
    warnedAt: instantColumn('warned_at'),
    /** Set when the company acknowledged the return, the warning, or a charge without a payment (R76). */
    acknowledgedAt: instantColumn('acknowledged_at'),
    /** Time of the last change that the company sees. Null if there was none. */
    updatedAt: instantColumn('updated_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(paymentMethods, [table.companyId, table.methodId]),
    referenceTo(mandates, [table.companyId, table.mandateId]),
    referenceTo(requests, [table.companyId, table.requestId]),
    referenceTo(plans, [table.companyId, table.planId]),
    referenceTo(schedules, [table.companyId, table.scheduleId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    ...attemptChecks(table),
    uniqueIndex('one_open_attempt_per_request')
      .on(table.companyId, table.requestId)
      .where(sql`${table.state} ${oneOf(OPEN_STATES)}`),
    uniqueIndex('one_open_attempt_per_invoice')
      .on(table.companyId, table.invoiceId)
      .where(sql`${table.state} ${oneOf(OPEN_STATES)}`),
    unique('one_attempt_per_occurrence_and_try').on(
      table.companyId,
      table.occurrenceOf,
      table.occurrenceOn,
      table.tryNumber,
    ),
    uniqueIndex('one_attempt_per_processor_charge')
      .on(table.companyId, table.processor, table.processorReference)
      .where(sql`${table.processorReference} is not null`),
    index('attempts_of_request').on(table.companyId, table.requestId, table.createdAt),
    index('attempts_of_customer').on(table.companyId, table.customerId, table.createdAt),
    index('doubtful_attempts_of_address')
      .on(table.clientAddress, table.createdAt)
      .where(IS_DOUBTFUL),
    index('doubtful_attempts_of_actor')
      .on(table.companyId, table.actor, table.createdAt)
      .where(IS_DOUBTFUL),
    index('doubtful_attempts_of_company').on(table.companyId, table.createdAt).where(IS_DOUBTFUL),
    index('attempts_of_company').on(table.companyId, table.createdAt),
    /** Excludes succeeded attempts, which are most of them and are found by time. */
    index('attempts_by_state')
      .on(table.companyId, table.state, table.createdAt, table.id)
      .where(sql`${table.state} <> 'SUCCEEDED'`),
    ...attemptListIndexes(table),
    index('attempts_of_invoice').on(table.companyId, table.invoiceId),
    index('attempts_of_plan')
      .on(table.companyId, table.planId)
      .where(sql`${table.planId} is not null`),
    /** For time ranges over all companies. Attempts are written in chronological order. */
    index('attempts_by_time').using('brin', table.createdAt),
    index('attempts_to_check')
      .on(table.nextCheckAt)
      .where(sql`${table.state} ${oneOf(OPEN_STATES)}`),
  ],
);

/** The state history with sources. It proves that the rank of a state never decreases. */
export const attemptMoves = pgTable(
  'attempt_moves',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: sequenceColumn('id', 'attempt_moves_id_seq'),
    attemptId: idColumn<AttemptId>('attempt_id').notNull(),
    customerId: ownerColumn(),
    fromState: text('from_state').$type<AttemptState>().notNull(),
    toState: text('to_state').$type<AttemptState>().notNull(),
    source: text('source').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(attempts, [table.companyId, table.attemptId]),
    index('moves_of_attempt').on(table.companyId, table.attemptId),
  ],
);

/** A posting has both sides: source → destination (ADR 0009). Append-only. */
export const postings = pgTable(
  'postings',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: sequenceColumn('id', 'postings_id_seq'),
    attemptId: idColumn<AttemptId>('attempt_id').notNull(),
    customerId: ownerColumn(),
    source: text('source').notNull(),
    destination: text('destination').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    /** The refund that the posting books, or whose failure it reverses (R80). */
    refundId: idColumn<string>('refund_id'),
    at: instantColumn('at').notNull(),
    ...CASH_AND_FEE,
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(attempts, [table.companyId, table.attemptId]),
    ...postingChecks(table),
    index('postings_of_attempt').on(table.companyId, table.attemptId),
    index('postings_by_time').on(table.companyId, table.at, table.cashCents, table.feePartCents),
    /** Matches the sort order of a statement. */
    index('postings_of_customer').on(table.companyId, table.customerId, table.at, table.id),
  ],
);
