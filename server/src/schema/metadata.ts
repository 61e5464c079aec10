/** Own keys and values of a company. Apart from the objects, so that payments do not write them. */

import type { Metadata } from '@quittance/contract/http/metadata';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { index, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { idColumn, referenceTo } from './columns.ts';
import { customers } from './customers.ts';

export const metadata = pgTable(
  'metadata',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    /** A customer, an invoice or a payment. */
    objectId: uuid('object_id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    data: jsonb('data').$type<Metadata>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'one_metadata_per_object', columns: [table.companyId, table.objectId] }),
    index('metadata_of_a_customer').on(table.companyId, table.customerId),
    index('metadata_by_value').using('gin', table.data.op('jsonb_path_ops')),
    referenceTo(customers, [table.companyId, table.customerId]),
  ],
);
