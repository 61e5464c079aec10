/** Money returned to payers: refunds, both ours and those made at the processor (R39), and disputes (R40). */
import type { AttemptId, CompanyId, InvoiceId } from '@quittance/contract/ids';
import { type Cents, ZERO } from '@quittance/contract/money';
import {
  EVIDENCE_BYTES_MAX,
  EVIDENCE_FILE_KINDS,
  type EvidenceFileKind,
  type EvidenceTexts,
} from '@quittance/contract/payments/dispute-schemas';
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
  bytesColumn,
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

/**
 * R80. REQUESTED: ordered, and the processor has certainly not executed it. SENT: the processor may have executed
 * it. PENDING: the processor has accepted it. SUCCEEDED: the processor reports it as made. FAILED: it was not made,
 * or was reversed.
 */
export const REFUND_STATES = ['REQUESTED', 'SENT', 'PENDING', 'SUCCEEDED', 'FAILED'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const OPEN_REFUND_STATES = ['REQUESTED', 'SENT', 'PENDING'] as const;

/**
 * OVERPAYMENT and PROVIDER are made by us: too much was paid, or the company requested the refund. PROCESSOR: found
 * in the processor's records. DISPUTE: a dispute was lost for part of the charge. MANUAL: the company refunded it
 * another way, without the processor.
 */
export const REFUND_ORIGINS = [
  'OVERPAYMENT',
  'PROVIDER',
  'PROCESSOR',
  'DISPUTE',
  'MANUAL',
] as const;

/**
 * The company's resolution of a failed refund. RETURNED: no action was needed, because the payment itself was
 * returned.
 */
export const REFUND_RESOLUTIONS = [
  'SENT_AGAIN',
  'PAID_ANOTHER_WAY',
  'ACKNOWLEDGED',
  'RETURNED',
] as const;
export type RefundResolution = (typeof REFUND_RESOLUTIONS)[number];

/** Must match the index predicate. */
export const IS_UNRESOLVED_FAILURE = sql.raw(`state = 'FAILED' and resolved_at is null`);
/** Sent too often without a response, or pending for too long. Must match the index predicate. */
export const IS_STUCK_REFUND = sql.raw(`held_at is not null
  and state in ('REQUESTED', 'SENT', 'PENDING')`);

/** Credit that a refund under way has reserved (R90). Must match the index predicate. */
export const IS_RESERVED_CREDIT = sql.raw(`is_from_credit
  and state in ('REQUESTED', 'SENT', 'PENDING')`);

/** Must match the index predicate: Postgres uses a partial index only for an identical condition. */
export const IS_UNEXPECTED_REFUND = sql`unexpected_at is not null and acknowledged_at is null`;

/**
 * The amount that a refund gives back on an invoice, how much of it pays out credit, and how much nothing else may
 * give back meanwhile.
 */
export type ReservedPart = {
  invoiceId: InvoiceId;
  amountCents: Cents;
  creditCents: Cents;
  refundingCents: Cents;
};

/** For refunds made by us, the id is also the idempotency key at the processor. */
export const refunds = pgTable(
  'refunds',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    attemptId: idColumn<AttemptId>('attempt_id').notNull(),
    customerId: ownerColumn(),
    origin: text('origin').$type<(typeof REFUND_ORIGINS)[number]>().notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    /** The part that was paid on receivables. The rest is fee and overpayment. */
    principalCents: centsColumn('principal_cents').notNull().default(ZERO),
    /** For a payment on several invoices: the invoice to refund. Null means all of them, in proportion (R48). */
    invoiceId: idColumn<InvoiceId>('invoice_id'),
    /**
     * The company wants the amount paid again once the refund is made (R88). Otherwise a refund leaves the debt
     * settled.
     */
    isOwedAgain: boolean('is_owed_again').notNull().default(false),
    /**
     * How much of the customer's credit the refund pays out (R90). It is reserved while the refund is open. That much
     * of the principal is owed again and settled by the credit.
     */
    creditCents: centsColumn('credit_cents').notNull().default(ZERO),
    /** Whether it pays out any credit. */
    isFromCredit: boolean('is_from_credit').notNull().default(false),
    /** The company keeps its fee, so only the principal is given back (R104). */
    keepsFee: boolean('keeps_fee').notNull().default(false),
    /** Amounts that the refund reserves on each invoice while it is open (R112). Null if it was not ordered here. */
    reserved: jsonb('reserved').$type<readonly ReservedPart[]>(),
    state: text('state').$type<RefundState>().notNull(),
    /** The processor's id. It ensures that each refund is booked once. */
    processorReference: text('processor_reference'),
    tries: integer('tries').notNull().default(0),
    nextTryAt: instantColumn('next_try_at').notNull(),
    leasedBy: leaseColumn(),
    /** From this time on, the processor may have executed the refund. Null while it certainly has not. */
    sentAt: instantColumn('sent_at'),
    createdAt: instantColumn('created_at').notNull(),
    doneAt: instantColumn('done_at'),
    /** Set when the refund was found as a possible duplicate of one of ours. A person then acknowledges it. */
    unexpectedAt: instantColumn('unexpected_at'),
    acknowledgedAt: instantColumn('acknowledged_at'),
    /**
     * A person has to review the refund, and no sweep sends it anymore. The processor's records can still complete
     * it.
     */
    heldAt: instantColumn('held_at'),
    failedAt: instantColumn('failed_at'),
    failureReason: text('failure_reason'),
    /** Principal that became a credit when the refund failed, because the amount is owed again on its invoice. */
    creditedCents: centsColumn('credited_cents').notNull().default(ZERO),
    resolution: text('resolution').$type<RefundResolution>(),
    resolvedAt: instantColumn('resolved_at'),
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
    check(
      'refund_is_marked_before_it_is_sent',
      sql`${table.state} not in ('REQUESTED', 'SENT') or (${table.state} = 'SENT') = (${table.sentAt} is not null)`,
    ),
    check(
      'failed_refund_has_its_time',
      sql`${table.state} <> 'FAILED' or ${table.failedAt} is not null`,
    ),
    check('refund_resolution_is_known', sql`${table.resolution} ${oneOf(REFUND_RESOLUTIONS)}`),
    check(
      'resolved_refund_has_its_resolution',
      sql`(${table.resolution} is null) = (${table.resolvedAt} is null)`,
    ),
    check(
      'refund_pays_out_credit_within_its_amount',
      sql`${table.creditCents} between 0 and ${table.amountCents}`,
    ),
    check(
      'refund_that_pays_out_credit_says_so',
      sql`${table.creditCents} = 0 or ${table.isFromCredit}`,
    ),
    check('refund_amount_is_positive', sql`${table.amountCents} > 0`),
    check(
      'refund_principal_is_within_its_amount',
      sql`${table.principalCents} between 0 and ${table.amountCents}`,
    ),
    index('refunds_of_attempt').on(table.companyId, table.attemptId),
    index('stuck_refunds').on(table.companyId, table.heldAt, table.id).where(IS_STUCK_REFUND),
    index('failed_refunds')
      .on(table.companyId, table.failedAt, table.id)
      .where(IS_UNRESOLVED_FAILURE),
    index('refunds_to_make')
      .on(table.nextTryAt)
      .where(sql`${table.state} in ('REQUESTED', 'SENT') and ${table.heldAt} is null`),
    index('refunds_to_follow')
      .on(table.companyId, table.createdAt, table.id)
      .where(sql`${table.state} in ('PENDING', 'SUCCEEDED')`),
    index('reserved_credit').on(table.companyId, table.customerId).where(IS_RESERVED_CREDIT),
    index('unexpected_refunds')
      .on(table.companyId, table.unexpectedAt, table.id)
      .where(IS_UNEXPECTED_REFUND),
  ],
);

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
    /** Deadline for evidence. */
    dueAt: instantColumn('due_at'),
    /** The processor accepts evidence. */
    awaitsEvidence: boolean('awaits_evidence').notNull().default(false),
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
    index('disputes_by_time').on(table.companyId, table.createdAt, table.id),
  ],
);

/** REQUESTED: the processor certainly has nothing yet. SENT: it may have the evidence. */
export const EVIDENCE_STATES = ['REQUESTED', 'SENT', 'SUBMITTED', 'FAILED'] as const;

/** The evidence of the company against a dispute (R97). Texts are deleted when the dispute has ended. */
export const disputeEvidence = pgTable(
  'dispute_evidence',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    disputeId: idColumn<string>('dispute_id').notNull(),
    customerId: ownerColumn(),
    /** Idempotency key at the processor. Another submission after a refused one gets another. */
    reference: idColumn<string>('reference').notNull(),
    texts: jsonb('texts').$type<EvidenceTexts>(),
    state: text('state').$type<(typeof EVIDENCE_STATES)[number]>().notNull(),
    failureReason: text('failure_reason'),
    tries: integer('tries').notNull().default(0),
    nextTryAt: instantColumn('next_try_at').notNull(),
    leasedBy: leaseColumn(),
    createdAt: instantColumn('created_at').notNull(),
    submittedAt: instantColumn('submitted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.disputeId] }),
    referenceTo(disputes, [table.companyId, table.disputeId]),
    check('evidence_state_is_known', sql`${table.state} ${oneOf(EVIDENCE_STATES)}`),
    check(
      'submitted_evidence_has_its_time',
      sql`(${table.state} = 'SUBMITTED') = (${table.submittedAt} is not null)`,
    ),
    index('evidence_to_submit')
      .on(table.nextTryAt)
      .where(sql`${table.state} in ('REQUESTED', 'SENT')`),
  ],
);

/** The content is deleted once the processor has the file, or when the dispute has ended. */
export const disputeFiles = pgTable(
  'dispute_files',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    disputeId: idColumn<string>('dispute_id').notNull(),
    kind: text('kind').$type<EvidenceFileKind>().notNull(),
    customerId: ownerColumn(),
    id: idColumn<string>('id').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    size: integer('size').notNull(),
    content: bytesColumn('content'),
    processorReference: text('processor_reference'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.disputeId, table.kind] }),
    referenceTo(disputes, [table.companyId, table.disputeId]),
    check('evidence_file_kind_is_known', sql`${table.kind} ${oneOf(EVIDENCE_FILE_KINDS)}`),
    check(
      'evidence_file_is_within_the_limit',
      sql`${table.size} between 1 and ${sql.raw(String(EVIDENCE_BYTES_MAX))}`,
    ),
  ],
);

/**
 * Which credit was used for what (R90). The source is the credit note or the recorded payment that gave the credit. It
 * is used by an applied credit, or reserved or paid out by a refund. A row is deleted when its use is undone.
 */
export const creditUses = pgTable(
  'credit_uses',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: ownerColumn(),
    sourceId: idColumn<AttemptId>('source_id').notNull(),
    attemptId: idColumn<AttemptId>('attempt_id'),
    refundId: idColumn<string>('refund_id'),
    amountCents: centsColumn('amount_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(attempts, [table.companyId, table.sourceId]),
    referenceTo(attempts, [table.companyId, table.attemptId]),
    referenceTo(refunds, [table.companyId, table.refundId]),
    check('credit_use_is_positive', sql`${table.amountCents} > 0`),
    check(
      'credit_is_used_by_a_payment_or_a_refund',
      sql`num_nonnulls(${table.attemptId}, ${table.refundId}) = 1`,
    ),
    index('uses_of_credit').on(table.companyId, table.sourceId),
    index('credit_used_by_attempt')
      .on(table.companyId, table.attemptId)
      .where(sql`${table.attemptId} is not null`),
    index('credit_used_by_refund')
      .on(table.companyId, table.refundId)
      .where(sql`${table.refundId} is not null`),
  ],
);
