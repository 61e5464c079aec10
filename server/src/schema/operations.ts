/** The outbox, the webhook inbox, the audit trail and the check values of the sealing keys. */
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
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
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, leaseColumn, oneOf, sequenceColumn } from './columns.ts';

/** Topics of emails and of requests for emails. All other topics are events for browsers. */
export const MAIL_TOPICS = ['mail', 'sign_in_asked', 'link_asked'] as const;
/**
 * Must match the conditions of the indexes exactly, because Postgres uses a partial index only for the same
 * condition.
 */
export const IS_MAIL = sql`topic ${oneOf(MAIL_TOPICS)}`;
export const IS_AT_ONCE = sql`not is_bulk`;
export const IS_BULK = sql`is_bulk`;
export const IS_EVENT = sql`topic not ${oneOf(MAIL_TOPICS)}`;

/** Events and emails, written in the transaction that causes them and delivered afterward (ADR 0010). */
export const outbox = pgTable(
  'outbox',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: sequenceColumn('id', 'outbox_id_seq'),
    topic: text('topic').notNull(),
    payload: jsonb('payload').notNull(),
    /** The customer whom the payload concerns, so that an erasure finds it. */
    customerId: idColumn<CustomerId>('customer_id'),
    /** Email that no payer waits for. It is sent after all other email, and within the caps (ADR 0072). */
    isBulk: boolean('is_bulk').notNull().default(false),
    tries: integer('tries').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    deliveredAt: instantColumn('delivered_at'),
    /** Set by a claim and after a failure. */
    nextTryAt: instantColumn('next_try_at'),
    leasedBy: leaseColumn(),
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

/**
 * Events about a charge, method or setup only name what to look up. The others are noted as they are, because they
 * move no money.
 */
export const WEBHOOK_SUBJECTS = [
  ...(['charge', 'method', 'setup'] as const),
  ...(['fraud_warning', 'review_opened', 'review_closed', 'dispute'] as const),
] as const;
export type WebhookSubject = (typeof WEBHOOK_SUBJECTS)[number];

/** Verified webhooks. Processing looks up the charge at the processor instead of trusting the event. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    processor: text('processor').$type<ProcessorName>().notNull(),
    eventId: text('event_id').notNull(),
    eventType: text('event_type').notNull(),
    subject: text('subject').$type<WebhookSubject>().notNull().default('charge'),
    reference: text('reference'),
    receivedAt: instantColumn('received_at').notNull(),
    processedAt: instantColumn('processed_at'),
    tries: integer('tries').notNull().default(0),
    /**
     * Time of the earliest next try or, while the row is leased, the end of the lease. If null, the event is due
     * immediately.
     */
    claimedUntil: instantColumn('claimed_until'),
    leasedBy: leaseColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.processor, table.eventId] }),
    check('webhook_subject_is_known', sql`${table.subject} ${oneOf(WEBHOOK_SUBJECTS)}`),
    index('webhooks_of_attempt')
      .on(table.companyId, table.reference)
      .where(sql`${table.reference} is not null`),
    index('webhooks_to_process').on(table.receivedAt).where(sql`${table.processedAt} is null`),
  ],
);

/** Must match the condition of the index. Payers and jobs write most of the entries. */
export const IS_BY_PEOPLE = sql`(actor like 'staff:%' or actor like 'key:%' or actor = 'operator')`;

/** Every consent, change and charge, with actor and time. Append-only. */
export const audit = pgTable(
  'audit',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: sequenceColumn('id', 'audit_id_seq'),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    detail: jsonb('detail').notNull(),
    at: instantColumn('at').notNull(),
    /**
     * Position in the company's hash chain (ADR 0083), and the hash up to that entry. Null until the entry is
     * chained.
     */
    position: bigint('position', { mode: 'number' }),
    hash: text('hash'),
    /**
     * The client IP in the detail is included in the hash as a salted digest. The salt is erased together with the
     * IP.
     */
    addressSalt: text('address_salt'),
    addressDigest: text('address_digest'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('audit_position_is_unique').on(table.companyId, table.position),
    index('audit_to_chain').on(table.companyId, table.id).where(sql`${table.position} is null`),
    check('audit_is_chained_or_not', sql`(${table.position} is null) = (${table.hash} is null)`),
    index('audit_of_subject').on(table.companyId, table.subject),
    index('audit_by_people').on(table.companyId, table.id).where(IS_BY_PEOPLE),
    index('audit_by_time').using('brin', table.at),
    /** Finds the sign-ins of a person to erase after their sessions are gone. */
    index('audit_of_sign_ins')
      .on(table.companyId, table.actor)
      .where(sql`${table.action} = 'signed_in'`),
  ],
);

/**
 * Both ends of a company's chain: the position after which it begins, because older entries were deleted, and its
 * last entry. The checkpoint is the last entry that the nightly verification has reached.
 */
export const auditHeads = pgTable('audit_heads', {
  companyId: idColumn<CompanyId>('company_id').primaryKey(),
  basePosition: bigint('base_position', { mode: 'number' }).notNull().default(0),
  baseHash: text('base_hash').notNull(),
  position: bigint('position', { mode: 'number' }).notNull().default(0),
  hash: text('hash').notNull(),
  verifiedPosition: bigint('verified_position', { mode: 'number' }),
  verifiedHash: text('verified_hash'),
  /** Time of the last verification from the beginning of the chain. */
  wholeVerifiedAt: instantColumn('whole_verified_at'),
});

/** For each sealing key, a known text sealed with that key. Does not belong to a company. */
export const sealingKeyCheck = pgTable('sealing_key_check', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 2 }),
  /** Null in a row from before keys had ids, until the next start. */
  keyId: text('key_id').unique('sealing_key_is_known_once'),
  sealed: text('sealed').notNull(),
  /** The key with the highest turn seals new values. A key with turn 0 only opens. */
  turn: integer('turn').notNull().default(0),
  /** Number of values still sealed with other keys while this key is active. Null if not counted yet. */
  leftCount: integer('left_count'),
  createdAt: instantColumn('created_at').notNull(),
  droppedAt: instantColumn('dropped_at'),
});
