/**
 * Reads a company's events in the order of their numbers. An event gets its number when it is first seen committed.
 */
import type { CompanyId } from '@quittance/contract/ids';
import type { EventObject, EventType } from '@quittance/contract/webhooks/event-schemas';
import { and, asc, desc, gt, isNotNull, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { providerEvents } from '../../schema/events.ts';
import type { Tx } from '../database/database.ts';
import { matching } from '../database/keys.ts';
import { writtenRow } from '../database/rows.ts';

export type EventRow = typeof providerEvents.$inferSelect;

const BATCH = 1000;
const countSchema = z.object({ count: z.int() });

async function numberBatch(tx: Tx, companyId: CompanyId): Promise<number> {
  const { rows } = await tx.execute(sql`select number_events(${companyId}, ${BATCH}) as count`);
  return countSchema.parse(await writtenRow(Promise.resolve(rows))).count;
}

async function hasUnnumbered(tx: Tx, companyId: CompanyId): Promise<boolean> {
  const waiting = tx
    .select({ position: providerEvents.position })
    .from(providerEvents)
    .where(matching(providerEvents, { companyId, number: null }));
  return (await waiting.limit(1)).length > 0;
}

export async function numberSomeEvents(tx: Tx, companyId: CompanyId): Promise<boolean> {
  return (await hasUnnumbered(tx, companyId)) && (await numberBatch(tx, companyId)) === BATCH;
}

export async function numberEvents(tx: Tx, companyId: CompanyId): Promise<void> {
  while (await numberSomeEvents(tx, companyId));
}

export type EventFilter = {
  companyId: CompanyId;
  after: number;
  type?: EventType | undefined;
  /** Objects that the reader may not see. */
  except: readonly EventObject[];
  limit: number;
};

export async function listEventRows(
  tx: Tx,
  { companyId, after, type, except, limit }: EventFilter,
): Promise<EventRow[]> {
  return tx
    .select()
    .from(providerEvents)
    .where(
      and(
        matching(providerEvents, { companyId, ...(type ? { type } : {}) }),
        gt(providerEvents.number, after),
        except.length > 0 ? notInArray(providerEvents.objectType, [...except]) : undefined,
      ),
    )
    .orderBy(asc(providerEvents.number))
    .limit(limit + 1);
}

export async function lastEventNumber(tx: Tx, companyId: CompanyId): Promise<number> {
  const [row] = await tx
    .select({ number: providerEvents.number })
    .from(providerEvents)
    .where(and(matching(providerEvents, { companyId }), isNotNull(providerEvents.number)))
    .orderBy(desc(providerEvents.number))
    .limit(1);
  return row?.number ?? 0;
}
