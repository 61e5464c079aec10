/** The outbox, the inbox of webhooks, and the audit trail. */
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn } from './columns.ts';

/** Facts to tell the world, written with the fact itself and delivered afterwards (ADR 0010). */
export const outbox = pgTable(
  'outbox',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    topic: text('topic').notNull(),
    payload: jsonb('payload').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    deliveredAt: instantColumn('delivered_at'),
    /** Not before this instant; set when a delivery has failed. */
    nextTryAt: instantColumn('next_try_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('outbox_to_deliver').on(table.id).where(sql`${table.deliveredAt} is null`),
  ],
);

/** Verified, stored, answered; looked into later, and never believed without asking back. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    processor: text('processor').$type<ProcessorName>().notNull(),
    eventId: text('event_id').notNull(),
    eventType: text('event_type').notNull(),
    /** Our reference found in the event: which attempt to ask the processor about. */
    reference: text('reference'),
    receivedAt: instantColumn('received_at').notNull(),
    processedAt: instantColumn('processed_at'),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.processor, table.eventId] }),
    index('webhooks_to_process').on(table.receivedAt).where(sql`${table.processedAt} is null`),
  ],
);

/** Who did what, when: every consent, change and charge. Append-only. */
export const audit = pgTable(
  'audit',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    detail: jsonb('detail').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('audit_of_subject').on(table.companyId, table.subject),
  ],
);
