/** Public links (capabilities), sessions and sign-in tokens. Only hashes of tokens are stored. */
import type {
  AttemptId,
  CompanyId,
  ContactId,
  CustomerId,
  RequestId,
} from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, oneOf, ownerColumn, referenceTo } from './columns.ts';
import { contacts, customers } from './customers.ts';
import { requests } from './invoices.ts';

export const LINK_SCOPES = ['view', 'pay'] as const;

export const capabilities = pgTable(
  'capabilities',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    tokenHash: text('token_hash').notNull(),
    requestId: idColumn<RequestId>('request_id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    scope: text('scope').$type<(typeof LINK_SCOPES)[number]>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
    lastUsedAt: instantColumn('last_used_at'),
    /** Set by an operator: refused payments before this instant no longer lock the link. */
    unlockedAt: instantColumn('unlocked_at'),
    /** For a recovery link: the payment that failed or is waiting for the payer's bank (ADR 0093). */
    recoversAttemptId: idColumn<AttemptId>('recovers_attempt_id'),
    /** Written by the company for the email that has this link. */
    note: text('note'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    unique('capability_token_is_unique').on(table.tokenHash, table.companyId),
    referenceTo(requests, [table.companyId, table.requestId]),
    check('capability_scope_is_known', sql`${table.scope} ${oneOf(LINK_SCOPES)}`),
    index('capabilities_of_request').on(table.companyId, table.requestId),
  ],
);

/**
 * A session of a processor's hosted fields, opened for one request. Its token is stored sealed. The browser gets
 * only the id.
 */
export const fieldSessions = pgTable(
  'field_sessions',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    /** Null if the fields only add a method. */
    requestId: idColumn<RequestId>('request_id'),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    tokenSealed: text('token_sealed').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(requests, [table.companyId, table.requestId]),
    referenceTo(customers, [table.companyId, table.customerId]),
    index('field_sessions_by_expiry').on(table.expiresAt),
  ],
);

/**
 * A browser that stays signed in. Its token is replaced at every use. The previous token works until its successor
 * is used, because the response that contained the successor may be lost. Using any older token ends the device.
 */
export const devices = pgTable(
  'devices',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: ownerColumn(),
    tokenHash: text('token_hash').notNull(),
    previousHash: text('previous_hash'),
    rotatedAt: instantColumn('rotated_at').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    lastUsedAt: instantColumn('last_used_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    index('devices_of_customer').on(table.companyId, table.customerId),
    index('devices_by_end').on(sql`coalesce(${table.revokedAt}, ${table.expiresAt})`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    /** Null for a session of one visit. */
    deviceId: idColumn<string>('device_id'),
    /** The original sign-in time of the customer, if a device continued the session. */
    signedInAt: instantColumn('signed_in_at'),
    tokenHash: text('token_hash').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    lastSeenAt: instantColumn('last_seen_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('session_token_is_unique').on(table.tokenHash, table.companyId),
    referenceTo(customers, [table.companyId, table.customerId]),
    index('sessions_of_customer').on(table.companyId, table.customerId),
    index('sessions_by_end').on(sql`coalesce(${table.revokedAt}, ${table.expiresAt})`),
  ],
);

/** The short-lived token that a signed-in page sends with its calls. It ends with its session (R20). */
export const bearers = pgTable(
  'bearers',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    sessionId: idColumn<string>('session_id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('bearer_token_is_unique').on(table.tokenHash, table.companyId),
    referenceTo(sessions, [table.companyId, table.sessionId]),
    index('bearers_by_expiry').on(table.expiresAt),
    index('bearers_of_session').on(table.companyId, table.sessionId),
  ],
);

/** An emailed sign-in: one token for the link and one code to type. Using either one uses up both (R19). */
export const signInTokens = pgTable(
  'sign_in_tokens',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    contactId: idColumn<ContactId>('contact_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    nonceHash: text('nonce_hash').notNull(),
    mailRequestId: idColumn<string>('mail_request_id').notNull(),
    codeTries: integer('code_tries').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('sign_in_token_is_unique').on(table.tokenHash, table.companyId),
    referenceTo(customers, [table.companyId, table.customerId]),
    index('sign_in_tokens_by_expiry').on(table.expiresAt),
    index('sign_in_tokens_of_request').on(table.companyId, table.mailRequestId),
  ],
);

/** An emailed proof of a contact's address, bound to the version of the value it was sent to. */
export const contactProofs = pgTable(
  'contact_proofs',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    contactId: idColumn<ContactId>('contact_id').notNull(),
    contactVersion: integer('contact_version').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('contact_proof_is_unique').on(table.tokenHash, table.companyId),
    referenceTo(contacts, [table.companyId, table.contactId]),
    index('contact_proofs_by_expiry').on(table.expiresAt),
  ],
);
