/** Lists a company's events for its own systems. */

import { hiddenObjects, type RecordReader } from '@quittance/contract/http/record-rights';
import type { CompanyId } from '@quittance/contract/ids';
import { OBJECTS_WITH_METADATA, type TypedEvent } from '@quittance/contract/webhooks/event-data';
import type { EventType, ProviderEvent } from '@quittance/contract/webhooks/event-schemas';
import { invariant } from '@quittance/domain/invariant';
import type { Actor } from '../audit/recorded-action.ts';
import type { Tx } from '../database/database.ts';
import { findMetadata } from '../database/metadata.ts';
import { type EventRow, lastEventNumber, listEventRows, numberEvents } from './event-rows.ts';

function showEvent(row: EventRow): ProviderEvent {
  const { id, number, type, createdAt, objectType, objectId, sequence, data } = row;
  invariant(number !== null, 'an event is shown once it has a number');
  return { id, number, type, timestamp: createdAt, objectType, objectId, sequence, data };
}

/** Metadata is not stored with events: an erasure would not reach it. */
export async function showEvents(
  tx: Tx,
  companyId: CompanyId,
  rows: readonly EventRow[],
): Promise<TypedEvent[]> {
  const hasMetadata = ({ objectType }: EventRow) => OBJECTS_WITH_METADATA.includes(objectType);
  const ids = new Set(rows.filter(hasMetadata).map(({ objectId }) => objectId));
  const stored = await findMetadata(tx, companyId, [...ids]);
  const shown = rows.map((row) => {
    const event = showEvent(row);
    if (!hasMetadata(row)) return event;
    return { ...event, data: { ...event.data, metadata: stored.get(row.objectId) ?? {} } };
  });
  return shown as TypedEvent[]; // because each was recorded with the fields of its type
}

type EventQuery = { after: number; limit: number; type?: EventType | undefined };

export async function listEvents(tx: Tx, reader: Actor & RecordReader, query: EventQuery) {
  const { companyId } = reader;
  const { after, limit } = query;
  await numberEvents(tx, companyId);
  const rows = await listEventRows(tx, { companyId, except: hiddenObjects(reader), ...query });
  const data = await showEvents(tx, companyId, rows.slice(0, limit));
  return { data, after: data.at(-1)?.number ?? after, hasMore: rows.length > limit };
}

export async function latestEventNumber(tx: Tx, { companyId }: Actor): Promise<number> {
  await numberEvents(tx, companyId);
  return lastEventNumber(tx, companyId);
}
