/** Customer balances as sums of changes (ADR 0057). */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { centsColumn, idColumn, sequenceColumn } from './columns.ts';

/**
 * Changes to the sums of a customer's invoices, by status. A trigger on `invoices` adds rows, and a job combines
 * the rows of a customer. Their sum is always the customer's balance, so the invoices are not read.
 */
export const balanceChanges = pgTable(
  'balance_changes',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: sequenceColumn('id', 'balance_changes_id_seq'),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    status: text('status').$type<InvoiceStatus>().notNull(),
    totalCents: centsColumn('total_cents').notNull(),
    paidCents: centsColumn('paid_cents').notNull(),
    isFolded: boolean('is_folded').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('balance_changes_of_customer').on(table.companyId, table.customerId),
    index('balance_changes_to_fold')
      .on(table.companyId, table.customerId)
      .where(sql`not ${table.isFolded}`),
  ],
);
