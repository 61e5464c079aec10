/** Setups of a payment method without a charge: adding a method, or scheduling a payment with one. */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, MethodId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, leaseColumn, oneOf, referenceTo } from './columns.ts';
import { type ConsentEvidence, customers } from './customers.ts';
import { requests } from './invoices.ts';

export const METHOD_SETUP_STATES = ['SENT', 'ACTION_REQUIRED', 'KEPT', 'FAILED'] as const;

/** The purpose is completed in the same transaction that saves the method. */
export type SetupPurpose =
  | {
      kind: 'add';
      methodKind: ChargeKind;
      /** True if the browser confirms the setup at the processor (R44). */
      isOffered?: true;
    }
  | {
      kind: 'schedule';
      methodKind: ChargeKind;
      date: IsoDate;
      amountCents: Cents;
      feeCents: Cents;
      /** False for a public link: the method is attached to the invoice only (R18). */
      isMethodSaved: boolean;
    };

export const methodSetups = pgTable(
  'method_setups',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    requestId: idColumn<RequestId>('request_id'),
    /** The sender. Idempotency keys are unique per sender. */
    actor: text('actor').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** False if a saved method is used, in which case no processor is involved. */
    isNew: boolean('is_new').notNull().default(true),
    purpose: jsonb('wish').$type<SetupPurpose>().notNull(),
    mandateText: text('mandate_text').notNull(),
    evidence: jsonb('evidence').$type<ConsentEvidence>().notNull(),
    state: text('state').$type<(typeof METHOD_SETUP_STATES)[number]>().notNull(),
    orderSealed: text('order_sealed'),
    processorReference: text('processor_reference'),
    methodId: idColumn<MethodId>('method_id'),
    responseMessage: text('response_message'),
    /** Null once the state is final. */
    nextCheckAt: instantColumn('next_check_at'),
    leasedBy: leaseColumn(),
    createdAt: instantColumn('created_at').notNull(),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(requests, [table.companyId, table.requestId]),
    index('setups_by_processor_reference')
      .on(table.companyId, table.processorReference)
      .where(sql`${table.processorReference} is not null`),
    check('method_setup_state_is_known', sql`${table.state} ${oneOf(METHOD_SETUP_STATES)}`),
    unique('one_method_setup_per_key').on(table.companyId, table.actor, table.key),
    index('method_setups_of_customer').on(table.companyId, table.customerId, table.createdAt),
    index('method_setups_to_check').on(table.nextCheckAt),
    index('method_setups_of_address').on(sql`(${table.evidence} ->> 'ipAddress')`, table.createdAt),
  ],
);
