/** The outbox, the webhook inbox, the audit trail and the check value of the sealing key. */
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, oneOf } from './columns.ts';

/** The topics of mail, and of requests for mail; all others are events for browsers. */
export const MAIL_TOPICS = ['mail', 'sign_in_asked', 'link_asked'] as const;
/** As the indexes have them: Postgres uses a partial index for the same words only. */
export const IS_MAIL = sql`topic ${oneOf(MAIL_TOPICS)}`;
/** Mail that is sent at once. */
export const IS_AT_ONCE = sql`not is_bulk`;
export const IS_BULK = sql`is_bulk`;
export const IS_EVENT = sql`topic not ${oneOf(MAIL_TOPICS)}`;

/** Events and mails, written in the transaction that causes them and delivered afterwards (ADR 0010). */
export const outbox = pgTable(
  'outbox',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    topic: text('topic').notNull(),
    payload: jsonb('payload').notNull(),
    /** Mail that no payer waits for: it is sent after all other mail, and within the caps (ADR 0072). */
    isBulk: boolean('is_bulk').notNull().default(false),
    tries: integer('tries').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    deliveredAt: instantColumn('delivered_at'),
    /** The earliest next delivery; set by a claim and after a failure. */
    nextTryAt: instantColumn('next_try_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('events_to_deliver')
      .on(table.id)
      .where(sql`${table.deliveredAt} is null and ${IS_EVENT}`),
    index('mails_to_deliver')
      .on(table.id)
      .where(sql`${table.deliveredAt} is null and ${IS_MAIL} and ${IS_AT_ONCE}`),
    index('bulk_mails_to_deliver')
      .on(table.companyId, table.id)
      .where(sql`${table.deliveredAt} is null and ${IS_BULK}`),
    index('outbox_delivered').on(table.deliveredAt).where(sql`${table.deliveredAt} is not null`),
  ],
);

/** Verified webhooks. Processing looks the charge up at the processor instead of trusting the event. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    processor: text('processor').$type<ProcessorName>().notNull(),
    eventId: text('event_id').notNull(),
    eventType: text('event_type').notNull(),
    /** Our reference in the event: the attempt to look up. */
    reference: text('reference'),
    receivedAt: instantColumn('received_at').notNull(),
    processedAt: instantColumn('processed_at'),
    tries: integer('tries').notNull().default(0),
    /** A process works on the event until then. */
    claimedUntil: instantColumn('claimed_until'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.processor, table.eventId] }),
    index('webhooks_to_process').on(table.receivedAt).where(sql`${table.processedAt} is null`),
  ],
);

/** Every consent, change and charge, with actor and time. Append-only. */
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
    index('audit_by_time').using('brin', table.at),
    /** For the erasure of a person: their sessions are deleted long before. */
    index('audit_of_sign_ins')
      .on(table.companyId, table.actor)
      .where(sql`${table.action} = 'signed_in'`),
  ],
);

/** A known text, sealed with the key of this database: it opens with that key only. One row, no company. */
export const sealingKeyCheck = pgTable(
  'sealing_key_check',
  {
    id: integer('id').primaryKey(),
    sealed: text('sealed').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [check('one_sealing_key_check', sql`${table.id} = 1`)],
);
