/** Idempotency keys of payments. */
import type { AttemptId, CompanyId } from '@quittance/contract/ids';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, ownerColumn, referenceTo } from './columns.ts';
import { attempts } from './payments.ts';

/** A key is written in the same transaction as its attempt (ADR 0019), and deleted after its retention period. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    attemptId: idColumn<AttemptId>('attempt_id').notNull(),
    customerId: ownerColumn(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.scope, table.key] }),
    referenceTo(attempts, [table.companyId, table.attemptId]),
    index('idempotency_keys_by_time').on(table.createdAt),
  ],
);
