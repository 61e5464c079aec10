/** The kinds of email that a customer has turned off (R64). A kind without a row is sent. */

import type { CompanyId } from '@quittance/contract/ids';
import { OPTIONAL_MAILS, type OptionalMail } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, oneOf, ownerColumn, referenceTo } from './columns.ts';
import { customers } from './customers.ts';

export const mutedMails = pgTable(
  'muted_mails',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    customerId: ownerColumn(),
    kind: text('kind').$type<OptionalMail>().notNull(),
    mutedAt: instantColumn('muted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.customerId, table.kind] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    check('muted_mail_is_optional', sql`${table.kind} ${oneOf(OPTIONAL_MAILS)}`),
  ],
);
