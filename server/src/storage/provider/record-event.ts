/**
 * Writes an event in the transaction of the change (ADR 0068): one statement, sent ahead, which takes the next sequence
 * number of the object and stores the object as the transaction has left it.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, InvoiceId } from '@quittance/contract/ids';
import { EVENTS_OF, type EventObject, type EventType } from '@quittance/contract/provider/events';
import { invariant } from '@quittance/domain/invariant';
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Tx } from '../database.ts';
import { matching } from '../keys.ts';
import { schedules } from '../schema/arrangements.ts';
import { providerEvents } from '../schema/events.ts';
import { sendAhead, wakeAfterCommit } from '../transaction.ts';
import { EVENT_DATA } from './event-objects.ts';

export const DELIVER_EVENTS = 'deliver_events';

const dialect = new PgDialect();
const OBJECT_OF = new Map<EventType, EventObject>();
// because entries() widens the keys to string
for (const [object, types] of Object.entries(EVENTS_OF) as [EventObject, readonly EventType[]][]) {
  for (const type of types) OBJECT_OF.set(type, object);
}

const companyId = sql.placeholder('companyId');

function dataOf(object: EventObject): SQL {
  const { table, fields } = EVENT_DATA[object];
  const pairs = Object.entries({ id: table.id, ...fields }).map(
    ([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`,
  );
  return sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`;
}

/** `before` is a part of the statement that the table, or the place of the event, is taken from. */
function insertion(object: EventObject, { before, from }: { before: SQL; from: SQL }) {
  const { table } = EVENT_DATA[object];
  return dialect.sqlToQuery(sql`with ${before}
    insert into ${providerEvents}
      (company_id, position, id, type, object_type, object_id, sequence, data, created_at)
    select ${table.companyId}, taken.place, gen_random_uuid(), ${sql.placeholder('type')}::text,
      ${sql.raw(`'${object}'`)}, ${table.id}, taken.sequence,
      ${dataOf(object)}, ${sql.placeholder('at')}::timestamptz
    from ${from}`);
}

type Insertion = ReturnType<typeof insertion>;

const insertions = new Map<EventObject, Insertion>();

function insertionOf(object: EventObject): Insertion {
  const known = insertions.get(object);
  if (known) return known;
  const { table } = EVENT_DATA[object];
  const objectId = sql.placeholder('objectId');
  const built = insertion(object, {
    // The place is taken on the coordinator, wherever the row is.
    before: sql`taken as materialized (select * from next_event_place(${companyId}, ${objectId}))`,
    from: sql`${table} cross join taken where ${table.companyId} = ${companyId} and ${table.id} = ${objectId}`,
  });
  insertions.set(object, built);
  return built;
}

function send(
  tx: Tx,
  { sql: text, params }: Insertion,
  values: Record<string, unknown>,
): Promise<number> {
  const query = { text, rowMode: 'array' as const };
  return tx.$client
    .query(query, fillPlaceholders(params, values))
    .then(({ rowCount }) => rowCount ?? 0);
}

export type NewEvent = { companyId: CompanyId; type: EventType; objectId: string; at: Instant };

/** After the change of the object. Without waiting: the transaction commits only if the event is written. */
export function recordEvent(tx: Tx, event: NewEvent): void {
  const object = OBJECT_OF.get(event.type);
  invariant(object, 'an event is about an object');
  const execute = async () => {
    const count = await send(tx, insertionOf(object), event);
    invariant(count === 1, 'an event is about an object that the transaction sees');
  };
  sendAhead(tx, { execute });
  wakeAfterCommit(tx, DELIVER_EVENTS);
}

let finishing: Insertion | null = null;

function finishingInsertion(): Insertion {
  const isStanding = matching(schedules, { state: ['LIVE', 'SUSPENDED'] });
  finishing ??= insertion('schedule', {
    before: sql`${schedules} as (update ${schedules} set state = 'DONE'
      where ${schedules.companyId} = ${companyId}
        and ${schedules.invoiceId} = ${sql.placeholder('invoiceId')} and ${isStanding} returning *)`,
    from: sql`${schedules} cross join lateral
      next_event_place(${schedules.companyId}, ${schedules.id}) taken`,
  });
  return finishing;
}

type Finished = { companyId: CompanyId; invoiceId: InvoiceId; at: Instant };

/** After an early payment nothing is left to charge on the scheduled day. Most invoices have no schedule. */
export function finishSchedule(tx: Tx, finished: Finished): void {
  const values = { ...finished, type: 'schedule.done' };
  sendAhead(tx, { execute: () => send(tx, finishingInsertion(), values) });
  wakeAfterCommit(tx, DELIVER_EVENTS);
}

export type NewEvents = { companyId: CompanyId; type: EventType; at: Instant };

/**
 * The end of a statement that begins with `with "invoices" as (insert … returning *)`: an event of each of the rows
 * which that part has written, or of the wanted ones. The caller wakes the delivery.
 */
export function insertEventsOfAll(
  { companyId: company, type, at }: NewEvents,
  isWanted = sql`true`,
): SQL {
  const object = OBJECT_OF.get(type);
  invariant(object, 'an event is about an object');
  const { table } = EVENT_DATA[object];
  return sql`insert into ${providerEvents}
      (company_id, position, id, type, object_type, object_id, sequence, data, created_at)
    select ${table.companyId}, taken.place, gen_random_uuid(), ${type}::text, ${sql.raw(`'${object}'`)},
      ${table.id}, taken.sequence, ${dataOf(object)}, ${at}::timestamptz
    from ${table}
    join next_event_places(${company}::uuid, array(select ${table.id} from ${table}
        where ${isWanted})) taken
      on taken.object = ${table.id}`;
}
