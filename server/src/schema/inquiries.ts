/** Questions and objections from payers about invoices, and the companies' replies (R40). */
import type { CompanyId, InquiryId, InvoiceId } from '@quittance/contract/ids';
import { ANSWER_MAX, INQUIRY_MAX } from '@quittance/contract/invoices/inquiry-limits';
import { INQUIRY_KINDS } from '@quittance/contract/invoices/inquiry-schemas';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, oneOf, ownerColumn, referenceTo } from './columns.ts';
import { invoices } from './invoices.ts';

const literal = (value: number) => sql.raw(String(value));

export const inquiries = pgTable(
  'inquiries',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<InquiryId>('id').notNull(),
    customerId: ownerColumn(),
    invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
    kind: text('kind').$type<(typeof INQUIRY_KINDS)[number]>().notNull(),
    /** Null once the person was erased, like the reply. */
    text: text('text'),
    /** Sent through a public link, whose holders may read it. */
    isByLink: boolean('is_by_link').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    answer: text('answer'),
    answeredAt: instantColumn('answered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    uniqueIndex('one_open_inquiry_per_invoice')
      .on(table.companyId, table.invoiceId)
      .where(sql`${table.answeredAt} is null`),
    check('inquiry_kind_is_known', sql`${table.kind} ${oneOf(INQUIRY_KINDS)}`),
    check('inquiry_is_of_bounded_length', sql`length(${table.text}) <= ${literal(INQUIRY_MAX)}`),
    check('answer_is_of_bounded_length', sql`length(${table.answer}) <= ${literal(ANSWER_MAX)}`),
    check(
      'an_answer_has_its_time',
      sql`${table.answer} is null or ${table.answeredAt} is not null`,
    ),
    index('inquiries_of_invoice').on(table.companyId, table.invoiceId, table.createdAt, table.id),
    index('inquiries_of_customer').on(table.companyId, table.customerId, table.createdAt, table.id),
    index('inquiries_by_time').on(table.companyId, table.createdAt, table.id),
    index('open_inquiries')
      .on(table.companyId, table.createdAt, table.id)
      .where(sql`${table.answeredAt} is null`),
  ],
);
