/** Email notices to a company (ADR 0072), and reminders to its payers. */

import { EVENT_NOTICES, type EventNotice } from '@quittance/contract/companies/notice-schemas';
import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, isoDateColumn, oneOf, referenceTo } from './columns.ts';
import { companies } from './companies.ts';
import { invoices } from './invoices.ts';

export const companyNotices = pgTable(
  'company_notices',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    /** Each event is reported once. */
    eventPosition: bigint('event_position', { mode: 'number' }).notNull(),
    kind: text('kind').$type<EventNotice>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** Null until its email is in the outbox. */
    mailedAt: instantColumn('mailed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.eventPosition] }),
    check('notice_kind_is_known', sql`${table.kind} ${oneOf(EVENT_NOTICES)}`),
    index('notices_to_mail')
      .on(table.companyId, table.kind, table.eventPosition)
      .where(sql`${table.mailedAt} is null`),
    index('notices_by_mail').on(table.companyId, table.kind, table.mailedAt),
  ],
);

/**
 * The events and days for which a company has already been notified. Without a row, there has been no notice yet.
 */
export const companyMailProgress = pgTable('company_mail_progress', {
  companyId: idColumn<CompanyId>('company_id')
    .primaryKey()
    .references(() => companies.companyId),
  /** Events up to this number have their notices. */
  noticedTo: bigint('noticed_to', { mode: 'number' }).notNull().default(0),
  summarizedOn: isoDateColumn('summarized_on'),
});

/** Each reminder is sent once per day offset in the company's settings. */
export const invoiceReminders = pgTable(
  'invoice_reminders',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
    /** Days from the due date. Negative before it. */
    days: integer('days').notNull(),
    sentAt: instantColumn('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.invoiceId, table.days] }),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
  ],
);
