/** Verified webhooks, stored before the 200 response and processed later. */

import type { Instant } from '@quittance/contract/dates';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { matching } from '../../platform/database/keys.ts';
import { writePrepared } from '../../platform/database/prepared.ts';
import { readAcross } from '../../platform/database/sharding/across-companies.ts';
import { type WebhookSubject, webhookEvents } from '../../schema/operations.ts';

export type WebhookRow = typeof webhookEvents.$inferSelect;

export type StoredWebhook = {
  companyId: CompanyId;
  processor: ProcessorName;
  eventId: string;
  eventType: string;
  subject: WebhookSubject;
  reference: string | null;
  receivedAt: Instant;
};

/**
 * Returns whether the event is to be processed. An event that does not name a charge needs no processing, and neither
 * does one that was already stored: processors may deliver an event more than once.
 */
export async function storeWebhook(tx: Tx, event: StoredWebhook): Promise<boolean> {
  const processedAt = event.reference === null ? event.receivedAt : null;
  const write = { name: 'store_webhook', values: { ...event, processedAt } };
  const count = await writePrepared(
    tx,
    write,
    () => sql`insert into ${webhookEvents}
        (company_id, processor, event_id, event_type, subject, reference, received_at, processed_at)
      values (${sql.placeholder('companyId')}, ${sql.placeholder('processor')},
        ${sql.placeholder('eventId')}, ${sql.placeholder('eventType')}, ${sql.placeholder('subject')},
        ${sql.placeholder('reference')}, ${sql.placeholder('receivedAt')}, ${sql.placeholder('processedAt')})
      on conflict do nothing`,
  );
  return count > 0 && processedAt === null;
}

export const webhookQueue = {
  table: webhookEvents,
  key: ['eventId', 'processor'],
  dueAt: 'claimedUntil',
  isDueWithoutTime: true,
  orderedBy: 'receivedAt',
  isWaiting: isNull(webhookEvents.processedAt),
  /** Longer than a lookup plus the call that may follow it. */
  leaseMs: 45 * SECOND_MS,
  /** After the last retry, the event is dropped. Reconciliation finds missed outcomes. */
  backoff: {
    pausesMs: [
      5 * SECOND_MS,
      30 * SECOND_MS,
      2 * MINUTE_MS,
      10 * MINUTE_MS,
      HOUR_MS,
      6 * HOUR_MS,
      18 * HOUR_MS,
    ],
    triesMax: 8,
  },
} as const;

export const isWebhook = (processor: ProcessorName) => matching(webhookEvents, { processor });

/** Requires system scope: lists the processors that have due events. */
export async function listProcessorsWithWebhooks(
  tx: Tx,
  isDue: SQL | undefined,
): Promise<ProcessorName[]> {
  const { companyId, processor } = webhookEvents;
  const rows = await readAcross(tx, 'each processor has a queue of its own', (isAsked) =>
    tx
      .selectDistinct({ processor })
      .from(webhookEvents)
      .where(and(isDue, isAsked(companyId))),
  );
  return [...new Set(rows.map((row) => row.processor))].sort();
}
