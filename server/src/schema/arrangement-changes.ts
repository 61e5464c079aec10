/** Changes that payers make to their upcoming charges: requested plan pauses, and private calendar feeds. */
import type { IsoDate } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, InvoiceId, MandateId } from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import {
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
import { plans } from './arrangements.ts';
import { idColumn, instantColumn, oneOf, referenceTo } from './columns.ts';
import { customers, mandates } from './customers.ts';
import { invoices } from './invoices.ts';

export const PAUSE_STATES = ['OPEN', 'GRANTED', 'REFUSED', 'WITHDRAWN'] as const;

export type PausedDates = { index: number; dueOn: IsoDate }[];

/** A pause requested by a payer (ADR 0093). The consent to the later dates is given with the request. */
export const planPauses = pgTable(
  'plan_pauses',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
    planId: idColumn<string>('plan_id').notNull(),
    mandateId: idColumn<MandateId>('mandate_id').notNull(),
    months: integer('months').notNull(),
    /** The pause is granted only while the plan still has exactly these dates. */
    dates: jsonb('dates').$type<PausedDates>().notNull(),
    note: text('note'),
    state: text('state').$type<(typeof PAUSE_STATES)[number]>().notNull(),
    answer: text('answer'),
    createdAt: instantColumn('created_at').notNull(),
    answeredAt: instantColumn('answered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    referenceTo(plans, [table.companyId, table.planId]),
    referenceTo(mandates, [table.companyId, table.mandateId]),
    check('pause_state_is_known', sql`${table.state} ${oneOf(PAUSE_STATES)}`),
    check('pause_is_1_to_6_months', sql`${table.months} between 1 and 6`),
    uniqueIndex('one_open_pause_per_plan')
      .on(table.companyId, table.planId)
      .where(sql`${table.state} = 'OPEN'`),
    index('open_pauses')
      .on(table.companyId, table.createdAt, table.id)
      .where(sql`${table.state} = 'OPEN'`),
    index('pauses_by_time').on(table.companyId, table.createdAt),
    index('pauses_of_customer').on(table.companyId, table.customerId),
  ],
);

/** Only the hash of the token is stored. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.customerId] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    unique('calendar_feed_token_is_unique').on(table.tokenHash, table.companyId),
  ],
);
