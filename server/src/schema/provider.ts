/** Tables used only by a company's own systems: API keys, responses to repeatable calls, and saved views. */

import { KEY_SCOPES, type KeyScope } from '@quittance/contract/http/provider-route';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import type { NewView } from '@quittance/contract/reports/view-schemas';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { idColumn, instantColumn } from './columns.ts';
import { companies } from './companies.ts';

const SCOPE_LIST = sql.raw(`array[${KEY_SCOPES.map((scope) => `'${scope}'`).join(', ')}]`);

/** The key itself is shown only once (R47). The row is found by the key's hash. */
export const apiKeys = pgTable(
  'api_keys',
  {
    companyId: idColumn<CompanyId>('company_id')
      .notNull()
      .references(() => companies.companyId),
    id: idColumn<string>('id').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<KeyScope[]>().notNull(),
    keyHash: text('key_hash').notNull(),
    hint: text('hint').notNull(),
    /** Ranges from which the key works. Empty: any address. */
    networks: text('networks').array().notNull().default([]),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at'),
    lastUsedAt: instantColumn('last_used_at'),
    revokedAt: instantColumn('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('api_key_hash_is_unique').on(table.keyHash, table.companyId),
    check(
      'api_key_has_known_scopes',
      sql`cardinality(${table.scopes}) > 0 and ${table.scopes} <@ ${SCOPE_LIST}`,
    ),
  ],
);

/** The response to a call with an Idempotency-Key, written in the call's transaction. */
export const providerCalls = pgTable(
  'provider_calls',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    key: text('key').notNull(),
    /** Hash of route and input. Reusing the key for a different call is refused. */
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    /** Sealed, because a response can contain personal data and, once, a link or a key. */
    answerSealed: text('answer_sealed'),
    /** The object in the response. */
    objectId: idColumn<string>('object_id'),
    /** The customer whom the call concerns. An erasure replaces the response. */
    customerId: idColumn<CustomerId>('customer_id'),
    /** The response has rows of a file, which may be of any customer. */
    isOfMany: boolean('is_of_many').notNull().default(false),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.key] }),
    index('provider_calls_of_customer')
      .on(table.companyId, table.customerId)
      .where(sql`${table.customerId} is not null or ${table.isOfMany}`),
    index('provider_calls_by_time').on(table.createdAt),
  ],
);

export const savedViews = pgTable(
  'saved_views',
  {
    companyId: idColumn<CompanyId>('company_id')
      .notNull()
      .references(() => companies.companyId),
    name: text('name').notNull(),
    list: text('list').$type<NewView['list']>().notNull(),
    filters: jsonb('filters').$type<NewView['filters']>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    changedAt: instantColumn('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.name] })],
);
