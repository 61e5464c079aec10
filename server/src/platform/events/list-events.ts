/** Lists a company's events for its own systems. */
import type { EventType, ProviderEvent } from '@quittance/contract/webhooks/event-schemas';
import { invariant } from '@quittance/domain/invariant';
import type { Actor } from '../audit/recorded-action.ts';
import type { Tx } from '../database/database.ts';
import { type EventRow, lastEventNumber, listEventRows, numberEvents } from './event-rows.ts';

export function showEvent(row: EventRow): ProviderEvent {
  const { id, number, type, createdAt, objectType, objectId, sequence, data } = row;
  invariant(number !== null, 'an event is shown once it has a number');
  return { id, number, type, timestamp: createdAt, objectType, objectId, sequence, data };
}

type EventQuery = { after: number; limit: number; type?: EventType | undefined };

export async function listEvents(tx: Tx, { companyId }: Actor, query: EventQuery) {
  const { after, limit } = query;
  await numberEvents(tx, companyId);
  const rows = await listEventRows(tx, { companyId, ...query });
  const data = rows.slice(0, limit).map(showEvent);
  return { data, after: data.at(-1)?.number ?? after, hasMore: rows.length > limit };
}

export async function latestEventNumber(tx: Tx, { companyId }: Actor): Promise<number> {
  await numberEvents(tx, companyId);
  return lastEventNumber(tx, companyId);
}
