/**
 * One payment on several invoices (R48): the payer's selection, and the parts of each attempt. A payment on a
 * single invoice references it directly and has no parts (ADR 0088).
 */
import type { AttemptId, CompanyId, InvoiceId, RequestId } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { centsColumn, idColumn, ownerColumn, referenceTo } from './columns.ts';
import { invoices, requests } from './invoices.ts';
import { attempts } from './payments.ts';

/** The invoices of a request of kind INVOICES, with the amount to pay on each. They never change. */
export const requestInvoices = pgTable(
  'request_invoices',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    requestId: idColumn<RequestId>('request_id').notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
    customerId: ownerColumn(),
    /** Position in the payer's list, which is the order of the split. */
    position: integer('position').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.requestId, table.invoiceId] }),
    referenceTo(requests, [table.companyId, table.requestId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    check('selected_amount_is_positive', sql`${table.amountCents} > 0`),
  ],
);

export const attemptParts = pgTable(
  'attempt_parts',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    attemptId: idColumn<AttemptId>('attempt_id').notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
    customerId: ownerColumn(),
    position: integer('position').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    /** Share of the fee, which is computed once, on the sum. */
    feeCents: centsColumn('fee_cents').notNull(),
    /** The part of a late success that exceeds what the invoice still owed. */
    creditCents: centsColumn('credit_cents').notNull().default(ZERO),
    refundedCents: centsColumn('refunded_cents').notNull().default(ZERO),
    /** Part of the refunded principal that the company wants paid again (R39). */
    owedAgainCents: centsColumn('owed_again_cents').notNull().default(ZERO),
    /** While the attempt is open, no other payment may start on the invoice. */
    isOpen: boolean('is_open').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.attemptId, table.invoiceId] }),
    referenceTo(attempts, [table.companyId, table.attemptId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    index('parts_of_invoice').on(table.companyId, table.invoiceId),
    check('part_amount_is_positive', sql`${table.amountCents} > 0`),
    check('part_fee_is_not_negative', sql`${table.feeCents} >= 0`),
    check(
      'part_credit_is_within_its_amount',
      sql`${table.creditCents} between 0 and ${table.amountCents}`,
    ),
    check(
      'part_is_refunded_within_its_amount',
      sql`${table.refundedCents} between 0 and ${table.amountCents}`,
    ),
    check(
      'part_owed_again_was_refunded',
      sql`${table.owedAgainCents} between 0 and ${table.refundedCents}`,
    ),
  ],
);
