/**
 * The history shown to a payer: corrections of billed amounts (ADR 0090) and the history of consents (ADR 0091).
 */
import type { CompanyId, CustomerId, InvoiceId } from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import {
  centsColumn,
  idColumn,
  instantColumn,
  oneOf,
  ownerColumn,
  referenceTo,
} from './columns.ts';
import { customers } from './customers.ts';
import { invoices } from './invoices.ts';

/** REOPENED: a refunded amount is owed again (R39). */
export const BILLING_CHANGES = ['REBILLED', 'REOPENED'] as const;
export type BillingChangeKind = (typeof BILLING_CHANGES)[number];

/**
 * Changes to the billed amount of an invoice after it was issued. Each change is a line on the statement.
 * Append-only.
 */
export const billingChanges = pgTable(
  'billing_changes',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: ownerColumn(),
    invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
    kind: text('kind').$type<BillingChangeKind>().notNull(),
    /** Negative if less is owed. */
    amountCents: centsColumn('amount_cents').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    check('billing_change_kind_is_known', sql`${table.kind} ${oneOf(BILLING_CHANGES)}`),
    check('billing_change_changes_something', sql`${table.amountCents} <> 0`),
    index('billing_changes_of_customer').on(table.companyId, table.customerId, table.at, table.id),
    index('billing_changes_of_invoice').on(table.companyId, table.invoiceId),
  ],
);

/** One hash chain per customer. Append-only: an entry has its hash from the start. */
export const historyEntries = pgTable(
  'history_entries',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    /** Key of the recorded fact, unique per customer: 'consent:<id>', 'payment:<id>:SUCCEEDED'. */
    fact: text('fact').notNull(),
    /** The JSON text that the hash covers. */
    content: text('content').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.customerId, table.position] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    unique('history_tells_a_fact_once').on(table.companyId, table.customerId, table.fact),
  ],
);

/** The last entry of the company's audit trail that has been written to its customers' histories. */
export const historyProgress = pgTable('history_progress', {
  companyId: idColumn<CompanyId>('company_id').primaryKey(),
  auditPosition: bigint('audit_position', { mode: 'number' }).notNull().default(0),
});
