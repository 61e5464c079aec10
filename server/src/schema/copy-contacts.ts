/** Contacts that receive copies of a customer's invoices, reminders and receipts (R94). They cannot sign in. */

import type { CompanyId, ContactId } from '@quittance/contract/ids';
import {
  COPIED_MAILS,
  COPY_ROLES,
  type CopiedMail,
  type CopyRole,
} from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import {
  idColumn,
  instantColumn,
  oneOf,
  ownerColumn,
  plainTextColumn,
  referenceTo,
} from './columns.ts';
import { customers } from './customers.ts';

export const copyContacts = pgTable(
  'copy_contacts',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<ContactId>('id').notNull(),
    customerId: ownerColumn(),
    address: text('address').notNull(),
    addressKey: plainTextColumn('address_key').generatedAlwaysAs(sql`lower(address)`).notNull(),
    role: text('role').$type<CopyRole>().notNull(),
    /** Emails that the recipient turned off. */
    muted: text('muted').array().$type<CopiedMail[]>().notNull().default(sql`'{}'`),
    bouncedAt: instantColumn('bounced_at'),
    /** A removed contact that turned emails off stays, so that adding it again does not turn them on. */
    removedAt: instantColumn('removed_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    unique('copy_contact_is_once_per_customer').on(
      table.companyId,
      table.customerId,
      table.addressKey,
    ),
    index('copy_contacts_by_address').on(table.companyId, table.addressKey),
    check('copy_contact_role_is_known', sql`${table.role} ${oneOf(COPY_ROLES)}`),
    check(
      'muted_copies_are_known',
      sql`${table.muted} <@ ${sql.raw(`array[${COPIED_MAILS.map((kind) => `'${kind}'`).join(', ')}]`)}`,
    ),
  ],
);
