/** Methods on their way to being kept without a charge. */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, MethodId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, oneOf } from './columns.ts';
import { type ConsentEvidence, customers } from './customers.ts';
import { requests } from './invoices.ts';

export const METHOD_SETUP_STATES = ['SENT', 'ACTION_REQUIRED', 'KEPT', 'FAILED'] as const;

/** What the kept method is for; done in the same transaction that keeps it. */
export type MethodWish =
  | { kind: 'add' }
  | { kind: 'schedule'; date: IsoDate; amountCents: Cents; feeCents: Cents };

/** It may wait for the payer's bank. */
export const methodSetups = pgTable(
  'method_setups',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    requestId: idColumn<RequestId>('request_id'),
    actor: text('actor').notNull(),
    wish: jsonb('wish').$type<MethodWish>().notNull(),
    mandateText: text('mandate_text').notNull(),
    evidence: jsonb('evidence').$type<ConsentEvidence>().notNull(),
    state: text('state').$type<(typeof METHOD_SETUP_STATES)[number]>().notNull(),
    orderSealed: text('order_sealed'),
    processorReference: text('processor_reference'),
    methodId: idColumn<MethodId>('method_id'),
    responseMessage: text('response_message'),
    createdAt: instantColumn('created_at').notNull(),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    foreignKey({
      columns: [table.companyId, table.customerId],
      foreignColumns: [customers.companyId, customers.id],
    }),
    foreignKey({
      columns: [table.companyId, table.requestId],
      foreignColumns: [requests.companyId, requests.id],
    }),
    check('method_setup_state_is_known', sql`${table.state} ${oneOf(METHOD_SETUP_STATES)}`),
    index('method_setups_of_customer').on(table.companyId, table.customerId, table.createdAt),
  ],
);
