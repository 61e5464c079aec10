/** Events of a company (ADR 0068), and their delivery to its webhook endpoints (ADR 0069). */
import type { CompanyId } from '@quittance/contract/ids';
import type { EventObject, EventType } from '@quittance/contract/webhooks/event-schemas';
import {
  DELIVERY_STATES,
  type DeliveryState,
  ENDPOINT_STATES,
  type EndpointState,
} from '@quittance/contract/webhooks/webhook-endpoints';
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
import {
  idColumn,
  instantColumn,
  leaseColumn,
  oneOf,
  referenceTo,
  sequenceColumn,
} from './columns.ts';
import { companies } from './companies.ts';

const companyId = idColumn<CompanyId>('company_id').notNull();

/** The last sequence number of an object. The row with the company's own id has the last number of its events. */
export const eventCounters = pgTable(
  'event_counters',
  {
    companyId,
    objectId: idColumn<string>('object_id').notNull(),
    last: bigint('last', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.objectId] })],
);

/** Written in the same transaction as the change. Append-only, except for `number`. */
export const providerEvents = pgTable(
  'provider_events',
  {
    companyId,
    /** Assigned under the lock of the object's counter, so that events of an object are in order. */
    position: bigint('position', { mode: 'number' }).notNull(),
    id: idColumn<string>('id').notNull(),
    /** Null until the event is first seen as committed. */
    number: bigint('number', { mode: 'number' }),
    type: text('type').$type<EventType>().notNull(),
    objectType: text('object_type').$type<EventObject>().notNull(),
    objectId: idColumn<string>('object_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** Ids, references, states and amounts. Nothing here may be unsuitable for a log. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.position] }),
    uniqueIndex('event_number_is_unique_in_company')
      .on(table.companyId, table.number)
      .where(sql`${table.number} is not null`),
    index('events_to_number')
      .on(table.companyId, table.position)
      .where(sql`${table.number} is null`),
    index('events_of_object').on(table.companyId, table.objectId, table.position),
    index('events_by_time').using('brin', table.createdAt),
  ],
);

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    companyId: idColumn<CompanyId>('company_id')
      .notNull()
      .references(() => companies.companyId),
    id: idColumn<string>('id').notNull(),
    url: text('url').notNull(),
    /** If null, the endpoint gets all types. */
    types: text('types').array().$type<EventType[]>(),
    state: text('state').$type<EndpointState>().notNull(),
    /** Null once the endpoint is deleted. */
    secretSealed: text('secret_sealed'),
    /** The secret from before a rotation. Events are also signed with it until `oldSecretUntil`. */
    oldSecretSealed: text('old_secret_sealed'),
    oldSecretUntil: instantColumn('old_secret_until'),
    /** Events up to this number have their delivery rows. */
    fannedOutTo: bigint('fanned_out_to', { mode: 'number' }).notNull(),
    /** Whether there may be numbered events without delivery rows. Set by `number_events`. */
    isBehind: boolean('is_behind').notNull().default(true),
    /** The first failure since the last success. */
    failingSince: instantColumn('failing_since'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('endpoints_behind').on(table.companyId).where(sql`${table.isBehind}`),
    check('endpoint_state_is_known', sql`${table.state} ${oneOf(ENDPOINT_STATES)}`),
    check(
      'endpoint_has_a_secret_until_it_is_deleted',
      sql`(${table.state} = 'DELETED') = (${table.secretSealed} is null)`,
    ),
  ],
);

/** One event for one endpoint. A replay is a separate row. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    companyId,
    /** Deliveries of an object are sent in this order. */
    position: sequenceColumn('position', 'webhook_deliveries_position_seq'),
    id: idColumn<string>('id').notNull(),
    endpointId: idColumn<string>('endpoint_id').notNull(),
    eventPosition: bigint('event_position', { mode: 'number' }).notNull(),
    objectId: idColumn<string>('object_id').notNull(),
    state: text('state').$type<DeliveryState>().notNull(),
    tries: integer('tries').notNull().default(0),
    /**
     * Time of the earliest next try. While the delivery is being sent, this is when another process may take it.
     */
    nextTryAt: instantColumn('next_try_at').notNull(),
    leasedBy: leaseColumn(),
    status: integer('status'),
    failure: text('failure'),
    createdAt: instantColumn('created_at').notNull(),
    finishedAt: instantColumn('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(webhookEndpoints, [table.companyId, table.endpointId]),
    check('delivery_state_is_known', sql`${table.state} ${oneOf(DELIVERY_STATES)}`),
    index('deliveries_by_time').on(table.companyId, table.endpointId, table.createdAt, table.id),
    index('deliveries_to_send')
      .on(table.companyId, table.endpointId, table.nextTryAt)
      .where(sql`${table.state} = 'PENDING'`),
    index('deliveries_in_order')
      .on(table.companyId, table.endpointId, table.objectId, table.position)
      .where(sql`${table.state} = 'PENDING'`),
    index('deliveries_of_event').on(table.companyId, table.eventPosition),
  ],
);
