/** Passkeys of customers, and the challenges signed with them (R63). */
import type { CompanyId } from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, ownerColumn, referenceTo } from './columns.ts';
import { customers } from './customers.ts';

export const passkeys = pgTable(
  'passkeys',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: ownerColumn(),
    /** Chosen by the authenticator, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE key in base64url. It is not a secret. */
    publicKey: text('public_key').notNull(),
    /** 0 if the authenticator does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    name: text('name').notNull(),
    /** Synchronized to the owner's other devices. */
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    lastUsedAt: instantColumn('last_used_at'),
    /**
     * Set when the counter went backward, which indicates a second copy of the passkey. A blocked passkey cannot
     * open a session.
     */
    blockedAt: instantColumn('blocked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    unique('passkey_is_one_customers').on(table.companyId, table.credentialId),
    check('passkey_counter_is_not_negative', sql`${table.counter} >= 0`),
    index('passkeys_of_customer').on(table.companyId, table.customerId),
  ],
);

/** Challenges are sealed, not stored. Only a used challenge is stored, until it expires. */
export const spentChallenges = pgTable(
  'spent_challenges',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: ownerColumn(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    index('spent_challenges_by_expiry').on(table.expiresAt),
  ],
);
