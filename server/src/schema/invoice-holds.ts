/** The single payment or intent that may charge an invoice. */
import type { AttemptId, CompanyId, InvoiceId } from '@quittance/contract/ids';
import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { idColumn, referenceTo } from './columns.ts';
import { invoices } from './invoices.ts';

/**
 * Triggers on attempts, attempt_parts and intents add a row while an entry is open and delete it afterward. The
 * primary key refuses a second holder, regardless of which table it is in (M6). An intent has the id of the attempt
 * it becomes.
 */
export const invoiceHolds = pgTable(
  'invoice_holds',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
    holderId: idColumn<AttemptId>('holder_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'one_holder_per_invoice', columns: [table.companyId, table.invoiceId] }),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
  ],
);
