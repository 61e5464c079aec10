/**
 * Deliveries of events to endpoints. A delivery is sent under a lease, outside of a transaction, and then marked.
 * If a process dies, its deliveries are sent again. A delivery waits while an earlier one for the same object is
 * pending (ADR 0069).
 */

import { randomUUID } from 'node:crypto';
import type { Instant } from '@quittance/contract/dates';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import type { Replay } from '@quittance/contract/webhooks/webhook-endpoints';
import { and, desc, eq, gt, inArray, isNull, lt, max, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { isAfterCursor, type Page } from '../platform/database/pages.ts';
import { findRow } from '../platform/database/rows.ts';
import { isOnDistributed } from '../platform/database/transaction.ts';
import type { EventRow } from '../platform/events/event-rows.ts';
import { providerEvents, webhookDeliveries } from '../schema/events.ts';
import type { EndpointKey, EndpointRow } from './webhook-endpoints.ts';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type DeliveryKey = EndpointKey & { deliveryId: string };

const isPending = sql`${webhookDeliveries.state} = 'PENDING'`;
const isNotLeased = isNull(webhookDeliveries.leasedBy);

export const deliveryQueue = {
  table: webhookDeliveries,
  dueAt: 'nextTryAt',
  isWaiting: isPending,
  /** Longer than a delivery attempt may take. */
  leaseMs: MINUTE_MS,
  /** Staggers retries, so that receivers that failed together are not retried together. */
  backoff: {
    pausesMs: [
      5 * SECOND_MS,
      30 * SECOND_MS,
      2 * MINUTE_MS,
      10 * MINUTE_MS,
      30 * MINUTE_MS,
      HOUR_MS,
      3 * HOUR_MS,
      6 * HOUR_MS,
    ],
    jitter: 0.2,
  },
} as const;

const ofEndpoint = ({ companyId, endpointId }: EndpointKey) =>
  matching(webhookDeliveries, { companyId, endpointId });

/**
 * A test event goes to its own endpoint, regardless of the event types that the endpoint subscribes to. That an
 * endpoint fails is sent to the others.
 */
function isFor({ id, types }: EndpointRow): SQL {
  const isWanted =
    types === null ? sql`true` : inArray(providerEvents.type, types satisfies EventType[]);
  return sql`case when ${providerEvents.type} = 'webhook_endpoint.tested'
    then ${providerEvents.objectId} = ${id}
    when ${providerEvents.type} = 'webhook_endpoint.failing' and ${providerEvents.objectId} = ${id}
    then false else ${isWanted} end`;
}

type EventSelection = { events: SQL | undefined; at: Instant };

/**
 * Selects the events for an endpoint, in order. Events after a failed delivery of the same object wait until its
 * next attempt.
 */
function chooseFor(tx: Tx, { companyId, id }: EndpointRow, { events, at }: EventSelection) {
  // A separate query, because columns of the outer query are written without their tables, and both tables have an
  // object_id.
  const waiting = tx
    .select({ nextTryAt: max(webhookDeliveries.nextTryAt) })
    .from(webhookDeliveries)
    .where(
      and(
        ofEndpoint({ companyId, endpointId: id }),
        isPending,
        isNotLeased,
        eq(webhookDeliveries.objectId, providerEvents.objectId),
      ),
    );
  const nextTryAt = sql<Instant>`greatest(${at}::timestamptz, (${waiting}))`;
  return tx
    .select({
      eventPosition: providerEvents.position,
      objectId: providerEvents.objectId,
      nextTryAt: nextTryAt.mapWith(webhookDeliveries.nextTryAt).as('next_try_at'),
    })
    .from(providerEvents)
    .where(and(matching(providerEvents, { companyId }), events))
    .orderBy(providerEvents.number);
}

const ROWS_PER_INSERT = 500;

/** With several servers: under row-level security, Citus can insert values but not the result of a query. */
async function insertValues(
  tx: Tx,
  endpoint: EndpointRow,
  chosen: EventSelection,
): Promise<number> {
  const { companyId, id: endpointId } = endpoint;
  const common = { companyId, endpointId, state: 'PENDING', createdAt: chosen.at } as const;
  const found = await chooseFor(tx, endpoint, chosen);
  const values = found.map((row) => ({ ...common, ...row, id: randomUUID() }));
  for (let start = 0; start < values.length; start += ROWS_PER_INSERT) {
    await tx.insert(webhookDeliveries).values(values.slice(start, start + ROWS_PER_INSERT));
  }
  return found.length;
}

async function insertFor(tx: Tx, endpoint: EndpointRow, chosen: EventSelection): Promise<number> {
  if (isOnDistributed(tx)) return insertValues(tx, endpoint, chosen);
  const { companyId, id } = endpoint;
  const { rowCount } = await tx.execute(sql`
    insert into ${webhookDeliveries}
      (company_id, id, endpoint_id, event_position, object_id, state, next_try_at, created_at)
    select ${companyId}::uuid, gen_random_uuid(), ${id}::uuid, position, object_id, 'PENDING', next_try_at,
      ${chosen.at}::timestamptz
    from (${chooseFor(tx, endpoint, chosen)}) chosen`);
  return rowCount ?? 0;
}

export type Range = { from: number; to: number; at: Instant };

export function fanOutTo(tx: Tx, endpoint: EndpointRow, { from, to, at }: Range): Promise<number> {
  const isNew = sql`${providerEvents.number} > ${from} and ${providerEvents.number} <= ${to}`;
  return insertFor(tx, endpoint, { events: and(isNew, isFor(endpoint)), at });
}

export function replayPeriod(
  tx: Tx,
  endpoint: EndpointRow,
  { since, until, at }: Replay & { at: Instant },
): Promise<number> {
  const isKnown = sql`${providerEvents.number} <= ${endpoint.fannedOutTo}
    and ${providerEvents.createdAt} >= ${since}::timestamptz`;
  const isBefore = until && lt(providerEvents.createdAt, until);
  return insertFor(tx, endpoint, { events: and(isKnown, isBefore, isFor(endpoint)), at });
}

export function replayEvent(
  tx: Tx,
  endpoint: EndpointRow,
  { eventPosition, at }: { eventPosition: number; at: Instant },
): Promise<number> {
  return insertFor(tx, endpoint, { events: eq(providerEvents.position, eventPosition), at });
}

export async function findDelivery(
  tx: Tx,
  { companyId, endpointId, deliveryId }: DeliveryKey,
): Promise<DeliveryRow | null> {
  return findRow(tx, webhookDeliveries, { companyId, endpointId, id: deliveryId });
}

export type ListedDelivery = { delivery: DeliveryRow; event: EventRow };

const isItsEvent = and(
  eq(providerEvents.companyId, webhookDeliveries.companyId),
  eq(providerEvents.position, webhookDeliveries.eventPosition),
);

export async function listDeliveries(
  tx: Tx,
  key: EndpointKey,
  { after, limit }: Page,
): Promise<ListedDelivery[]> {
  return tx
    .select({ delivery: webhookDeliveries, event: providerEvents })
    .from(webhookDeliveries)
    .innerJoin(providerEvents, isItsEvent)
    .where(and(ofEndpoint(key), isAfterCursor(webhookDeliveries, after)))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit + 1);
}

/** Selects at most one delivery per object: the first pending one. */
export function isNextForEndpoint(key: EndpointKey): SQL | undefined {
  const earlier = alias(webhookDeliveries, 'earlier');
  const isBehind = sql`exists (select from ${webhookDeliveries} ${earlier}
    where ${matching(earlier, key)} and ${earlier.objectId} = ${webhookDeliveries.objectId}
      and ${earlier.state} = 'PENDING' and ${earlier.position} < ${webhookDeliveries.position})`;
  return and(ofEndpoint(key), sql`not ${isBehind}`);
}

export async function findEvent(
  tx: Tx,
  { companyId, eventPosition: position }: DeliveryRow,
): Promise<EventRow | null> {
  return findRow(tx, providerEvents, { companyId, position });
}

/** Deliveries that wait for a failed one become due when the failed one is retried. */
export async function delayFollowers(tx: Tx, failed: DeliveryRow, until: Instant): Promise<void> {
  const { companyId, endpointId, objectId, position } = failed;
  await tx
    .update(webhookDeliveries)
    .set({ nextTryAt: until })
    .where(
      and(
        matching(webhookDeliveries, { companyId, endpointId, objectId }),
        isPending,
        gt(webhookDeliveries.position, position),
        lt(webhookDeliveries.nextTryAt, until),
      ),
    );
}

/** Called when the endpoint responds again. All waiting deliveries become due, except those being sent. */
export async function releaseDeliveries(tx: Tx, key: EndpointKey, now: Instant): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ nextTryAt: now })
    .where(and(ofEndpoint(key), isPending, isNotLeased, gt(webhookDeliveries.nextTryAt, now)));
}

export async function giveUpDeliveries(tx: Tx, key: EndpointKey, at: Instant): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'GIVEN_UP', failure: 'endpoint_deleted', finishedAt: at })
    .where(and(ofEndpoint(key), isPending));
}
