/**
 * Writes an event in the same transaction as the change (ADR 0068). A single statement, sent without waiting for
 * its result, takes the object's next sequence number and stores the object's current state.
 */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import {
  EVENTS_OF,
  type EventObject,
  type EventType,
} from '@quittance/contract/webhooks/event-schemas';
import { invariant } from '@quittance/domain/invariant';
import { type Column, fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { onOneServer } from '../../platform/database/sharding/across-companies.ts';
import { schedules } from '../../schema/arrangements.ts';
import { eventCounters, providerEvents } from '../../schema/events.ts';
import type { Tx } from '../database/database.ts';
import { matching } from '../database/keys.ts';
import { isOnDistributed, sendAhead, together, wakeAfterCommit } from '../database/transaction.ts';
import { EVENT_DATA } from './event-objects.ts';

const dialect = new PgDialect();
const OBJECT_OF = new Map<EventType, EventObject>();
// The cast is needed because `entries()` widens the keys to string.
for (const [object, types] of Object.entries(EVENTS_OF) as [EventObject, readonly EventType[]][]) {
  for (const type of types) OBJECT_OF.set(type, object);
}

const companyId = sql.placeholder('companyId');

function dataSql(object: EventObject): SQL {
  const { table, fields } = EVENT_DATA[object];
  const pairs = Object.entries({ id: table.id, ...fields }).map(
    ([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`,
  );
  return sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`;
}

const EVENT_COLUMNS = sql`insert into ${providerEvents}
  (company_id, position, id, type, object_type, object_id, sequence, data, created_at)`;

type Source = { before?: SQL; id: SQL; place: SQL; sequence: SQL; more?: SQL; from: SQL };

/**
 * `before` is an optional leading CTE that makes a change. `from` then selects from its result instead of from the
 * table.
 */
function insertion(object: EventObject, source: Source) {
  const { before = sql``, id, place, sequence, more = sql``, from } = source;
  const { table } = EVENT_DATA[object];
  return dialect.sqlToQuery(sql`${before} ${EVENT_COLUMNS}
    select ${table.companyId}, ${place}, ${id}, ${sql.placeholder('type')}::text,
      ${sql.raw(`'${object}'`)}, ${table.id}, ${sequence},
      ${dataSql(object)}${more}, ${sql.placeholder('at')}::timestamptz
    from ${from}`);
}

/** The statement that inserts the event also takes its sequence number. */
const TAKEN = {
  id: sql`gen_random_uuid()`,
  place: sql`taken.place`,
  sequence: sql`taken.sequence`,
};

const takenFor = (table: { companyId: Column; id: Column }) =>
  sql`cross join lateral next_event_place(${table.companyId}, ${table.id}) taken`;

type Insertion = ReturnType<typeof insertion>;

const objectId = sql.placeholder('objectId');

const isObject = ({ companyId: company, id }: { companyId: Column; id: Column }) =>
  sql`${company} = ${companyId} and ${id} = ${objectId}`;

type Build = (object: EventObject, hasMore: boolean) => Insertion;

function builtOnce(build: Build): Build {
  const known = new Map<string, Insertion>();
  return (object, hasMore) => {
    const key = `${object} ${hasMore}`;
    const built = known.get(key) ?? build(object, hasMore);
    known.set(key, built);
    return built;
  };
}

const toInsertion = builtOnce((object, hasMore) => {
  const { table } = EVENT_DATA[object];
  return insertion(object, {
    ...TAKEN,
    more: hasMore ? sql` || ${sql.placeholder('more')}::jsonb` : sql``,
    from: sql`${table} ${takenFor(table)} where ${isObject(table)}`,
  });
});

const toReading = builtOnce((object) => {
  const { table } = EVENT_DATA[object];
  return dialect.sqlToQuery(
    sql`select ${dataSql(object)}::text from ${table} where ${isObject(table)}`,
  );
});

const WITH_DATA = dialect.sqlToQuery(sql`${EVENT_COLUMNS} values (${companyId}::uuid,
  ${sql.placeholder('place')}::bigint, ${sql.placeholder('eventId')}::uuid, ${sql.placeholder('type')}::text,
  ${sql.placeholder('object')}::text, ${objectId}::uuid, ${sql.placeholder('sequence')}::bigint,
  ${sql.placeholder('data')}::jsonb || ${sql.placeholder('more')}::jsonb, ${sql.placeholder('at')}::timestamptz)`);

const placeSchema = z.tuple([
  z.object({ eventId: z.string(), sequence: z.string(), place: z.string() }),
]);

/** Runs on the coordinator, because a function that writes cannot run on the nodes of a distributed table. */
async function takePlace(tx: Tx, { companyId: company, objectId: object }: NewEvent) {
  const { rows } = await tx.execute(
    sql`select gen_random_uuid()::text as "eventId", sequence::text, place::text
      from next_event_place(${company}, ${object})`,
  );
  return placeSchema.parse(rows)[0];
}

function query(tx: Tx, { sql: text, params }: Insertion, values: Record<string, unknown>) {
  return tx.$client.query({ text, rowMode: 'array' as const }, fillPlaceholders(params, values));
}

async function send(tx: Tx, ...sent: [Insertion, Record<string, unknown>]): Promise<number> {
  return (await query(tx, ...sent)).rowCount ?? 0;
}

/** Citus would run an `insert … select` on all servers, and commit it in two phases. So the data is read first. */
async function writeOnSeveral(
  tx: Tx,
  object: EventObject,
  { more, ...event }: NewEvent,
): Promise<number> {
  const [place, { rows }] = await together([
    takePlace(tx, event),
    query(tx, toReading(object, false), event),
  ]);
  const [found] = rows;
  if (!found) return 0;
  const [data] = found;
  return send(tx, WITH_DATA, { ...event, ...place, object, data, more: toJson(more) });
}

export type NewEvent = {
  companyId: CompanyId;
  type: EventType;
  objectId: string;
  at: Instant;
  /** Data that is not stored with the object. */
  more?: Readonly<Record<string, unknown>>;
};

const toJson = (more: NewEvent['more']) => JSON.stringify(more ?? {});

async function writeEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { more } = event;
  const object = OBJECT_OF.get(event.type);
  invariant(object, 'an event is about an object');
  const count = isOnDistributed(tx)
    ? await writeOnSeveral(tx, object, event)
    : await send(tx, toInsertion(object, more !== undefined), { ...event, more: toJson(more) });
  invariant(count === 1, 'an event is about an object that the transaction sees');
}

/**
 * Call this after changing the object. Does not wait for the write, but the transaction commits only if the event
 * is written.
 */
export function recordEvent(tx: Tx, event: NewEvent): void {
  sendAhead(tx, { execute: () => writeEvent(tx, event) });
  wakeAfterCommit(tx, 'deliver_events', event.companyId);
}

let finishing: Insertion | null = null;

function finishingInsertion(): Insertion {
  const isStanding = matching(schedules, { state: ['LIVE', 'SUSPENDED'] });
  finishing ??= insertion('schedule', {
    ...TAKEN,
    before: sql`with ${schedules} as (update ${schedules} set state = 'DONE'
      where ${schedules.companyId} = ${companyId}
        and ${schedules.invoiceId} = ${sql.placeholder('invoiceId')} and ${isStanding}
        and ${onOneServer('Citus finishes the schedules one by one')} returning *)`,
    from: sql`${schedules} ${takenFor(schedules)}`,
  });
  return finishing;
}

type InvoiceEventContext = { companyId: CompanyId; invoiceId: InvoiceId; at: Instant };

async function finishOneByOne(tx: Tx, { companyId: company, invoiceId, at }: InvoiceEventContext) {
  const rows = await tx
    .update(schedules)
    .set({ state: 'DONE' })
    .where(matching(schedules, { companyId: company, invoiceId, state: ['LIVE', 'SUSPENDED'] }))
    .returning({ id: schedules.id });
  for (const { id } of rows)
    await writeEvent(tx, { companyId: company, type: 'schedule.done', objectId: id, at });
}

/**
 * After an early payment, nothing is left to charge on the scheduled day, so the schedule ends. Most invoices have
 * no schedule.
 */
export function finishSchedule(tx: Tx, finished: InvoiceEventContext): void {
  const values = { ...finished, type: 'schedule.done' };
  const execute = () =>
    isOnDistributed(tx) ? finishOneByOne(tx, finished) : send(tx, finishingInsertion(), values);
  sendAhead(tx, { execute });
  wakeAfterCommit(tx, 'deliver_events', finished.companyId);
}

export async function hasEvents(
  tx: Tx,
  object: { companyId: CompanyId; objectId: string },
): Promise<boolean> {
  return (await tx.$count(eventCounters, matching(eventCounters, object))) > 0;
}

export type NewEvents = {
  companyId: CompanyId;
  type: EventType;
  objectIds: readonly string[];
  at: Instant;
  /** Holds the company's list of events until the commit, so only the last statements of a transaction may follow. */
  isNumbered?: boolean | undefined;
};

/**
 * Numbers the events as they are written: to number them later would write each a second time. The last one stays
 * without a number, because deliveries and notices find the company by it.
 */
const numbered = ({ companyId: company, objectIds }: NewEvents) => ({
  before: sql`with head as materialized (
    insert into ${eventCounters} as counter (company_id, object_id, last)
    values (${company}::uuid, ${company}::uuid, ${objectIds.length - 1}::bigint)
    on conflict (company_id, object_id) do update set last = counter.last + excluded.last returning last)`,
  number: sql`case when taken.rank < ${objectIds.length} then
    (select last from head) - ${objectIds.length - 1} + taken.rank end`,
});

const UNNUMBERED = { before: sql``, number: sql`null::bigint` };

export function recordEvents(tx: Tx, events: NewEvents): void {
  const { objectIds, isNumbered, ...event } = events;
  if (objectIds.length <= 1 || isOnDistributed(tx)) {
    for (const objectId of objectIds) recordEvent(tx, { ...event, objectId });
    return;
  }
  const object = OBJECT_OF.get(event.type);
  invariant(object, 'an event is about an object');
  const { table } = EVENT_DATA[object];
  const ids = sql`${sql.param([...objectIds])}::uuid[]`;
  const { before, number } = isNumbered ? numbered(events) : UNNUMBERED;
  const statement = sql`${before} insert into ${providerEvents}
      (company_id, position, number, id, type, object_type, object_id, sequence, data, created_at)
    select ${table.companyId}, taken.place, ${number}, gen_random_uuid(), ${event.type}::text,
      ${sql.raw(`'${object}'`)}, ${table.id}, taken.sequence, ${dataSql(object)}, ${event.at}::timestamptz
    from ${table} join (select *, row_number() over (order by place) as rank
      from next_event_places(${event.companyId}::uuid, ${ids})) taken on taken.object = ${table.id}
    where ${table.companyId} = ${event.companyId} and ${table.id} = any(${ids})`;
  const execute = async () => {
    const count = await send(tx, dialect.sqlToQuery(statement), event);
    invariant(count === objectIds.length, 'an event is about objects that the transaction sees');
  };
  sendAhead(tx, { execute });
  wakeAfterCommit(tx, 'deliver_events', event.companyId);
}
