/**
 * Intents that the browser confirms directly at the processor (R44). An intent is an offer and does not hold a
 * payable. Its id becomes the attempt id when money moves, so it is booked at most once.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type {
  AttemptId,
  CompanyId,
  CustomerId,
  InvoiceId,
  RequestId,
} from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind, PaymentOption } from '@quittance/contract/vocabulary';
import type { PlannedInstallment } from '@quittance/domain/checkout/plan';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, leaseColumn, oneOf, referenceTo } from './columns.ts';
import { type ConsentEvidence, customers } from './customers.ts';
import { invoices, requests } from './invoices.ts';
import type { KEEPS_METHOD_AS } from './payments.ts';
import type { AttemptProcessor } from './posting-checks.ts';

/**
 * PREPARED: being created or changed at the processor, with an unknown result. OFFERED: the browser may confirm it.
 * MOVED: it has become an attempt. CANCELED: it can no longer be confirmed.
 */
export const INTENT_STATES = ['PREPARED', 'OFFERED', 'MOVED', 'CANCELED'] as const;
export type IntentState = (typeof INTENT_STATES)[number];

/** States in which the intent may still be confirmed, so that no other charge of the same payable may be sent. */
export const OPEN_INTENT_STATES = ['PREPARED', 'OFFERED'] as const satisfies readonly IntentState[];

/**
 * The terms offered to the payer, stored before they are sent to the processor. The processor reports the version
 * that it charged.
 */
export type IntentQuote = {
  version: number;
  purpose: 'FULL_AMOUNT' | 'PARTIAL' | 'ESTIMATE' | 'PLAN';
  paymentOption: PaymentOption | null;
  kind: ChargeKind;
  /** Amount charged now. For a plan, its first installment. */
  amountCents: Cents;
  feeCents: Cents;
  plan: {
    amountCents: Cents;
    feeCents: Cents;
    anchorOn: IsoDate;
    installments: readonly PlannedInstallment[];
  } | null;
  savesMethodAs: (typeof KEEPS_METHOD_AS)[number] | null;
  /** The payer agrees to this text by confirming. Null for a single card payment. */
  mandateText: string | null;
  quotedOn: IsoDate;
  quotedAt: Instant;
};

export const intents = pgTable(
  'intents',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<AttemptId>('id').notNull(),
    requestId: idColumn<RequestId>('request_id').notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id'),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    /** The requester, who may change the intent later. */
    actor: text('actor').notNull(),
    processor: text('processor').$type<AttemptProcessor>().notNull(),
    state: text('state').$type<IntentState>().notNull(),
    /** Every version ever offered, oldest first. */
    quotes: jsonb('quotes').$type<readonly IntentQuote[]>().notNull(),
    evidence: jsonb('evidence').$type<ConsentEvidence>().notNull(),
    /** Null until the processor's response is stored. The client secret is handed out only after that. */
    processorReference: text('processor_reference'),
    /** Null once the state is final. */
    nextCheckAt: instantColumn('next_check_at'),
    leasedBy: leaseColumn(),
    checkCount: integer('check_count').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(requests, [table.companyId, table.requestId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    check('intent_state_is_known', sql`${table.state} ${oneOf(INTENT_STATES)}`),
    check(
      'open_intent_has_a_next_check',
      sql`(${table.state} ${oneOf(OPEN_INTENT_STATES)}) = (${table.nextCheckAt} is not null)`,
    ),
    check(
      'offered_intent_is_at_the_processor',
      sql`${table.state} not in ('OFFERED', 'MOVED') or ${table.processorReference} is not null`,
    ),
    uniqueIndex('one_open_intent_per_request')
      .on(table.companyId, table.requestId)
      .where(sql`${table.state} ${oneOf(OPEN_INTENT_STATES)}`),
    uniqueIndex('one_open_intent_per_invoice')
      .on(table.companyId, table.invoiceId)
      .where(sql`${table.state} ${oneOf(OPEN_INTENT_STATES)}`),
    uniqueIndex('one_intent_per_processor_intent')
      .on(table.companyId, table.processor, table.processorReference)
      .where(sql`${table.processorReference} is not null`),
    index('intents_of_request').on(table.companyId, table.requestId, table.createdAt),
    index('open_intents_of_customer')
      .on(table.companyId, table.customerId)
      .where(sql`${table.state} ${oneOf(OPEN_INTENT_STATES)}`),
    index('intents_to_check')
      .on(table.nextCheckAt)
      .where(sql`${table.state} ${oneOf(OPEN_INTENT_STATES)}`),
  ],
);
