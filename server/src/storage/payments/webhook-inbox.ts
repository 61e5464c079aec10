/** Verified webhooks, stored before they are answered and looked into later. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { webhookEvents } from '../schema/operations.ts';

export type WebhookRow = typeof webhookEvents.$inferSelect;

export type StoredWebhook = {
  companyId: CompanyId;
  processor: ProcessorName;
  eventId: string;
  eventType: string;
  reference: string | null;
  receivedAt: Instant;
};

/** False when the same event was stored before: processors deliver more than once. */
export async function storeWebhook(tx: Tx, event: StoredWebhook): Promise<boolean> {
  const rows = await tx
    .insert(webhookEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: webhookEvents.eventId });
  return rows.length > 0;
}

/** Seconds after its arrival at which an event is looked into, by how often that was tried before. */
const LOOKED_INTO_AFTER_SECONDS = [0, 5, 30, 120, 600, 3600, 21_600, 86_400] as const;
export const TRIES_MAX = LOOKED_INTO_AFTER_SECONDS.length;

const DELAYS = sql.raw(`array[${LOOKED_INTO_AFTER_SECONDS.join(', ')}]`);

/** System scope: what is due, oldest first; events that wait do not hold up the ones behind them. */
export async function takeUnprocessed(
  tx: Tx,
  { now, limit }: { now: Instant; limit: number },
): Promise<WebhookRow[]> {
  const delay = sql`make_interval(secs => (${DELAYS})[${webhookEvents.tries} + 1])`;
  return tx
    .select()
    .from(webhookEvents)
    .where(
      and(
        isNull(webhookEvents.processedAt),
        sql`${webhookEvents.receivedAt} + ${delay} <= ${now}::timestamptz`,
      ),
    )
    .orderBy(asc(webhookEvents.receivedAt), asc(webhookEvents.eventId))
    .limit(limit);
}

type WebhookKey = Pick<WebhookRow, 'companyId' | 'processor' | 'eventId'>;

function isEvent(key: WebhookKey) {
  return and(
    eq(webhookEvents.companyId, key.companyId),
    eq(webhookEvents.processor, key.processor),
    eq(webhookEvents.eventId, key.eventId),
  );
}

export async function markProcessed(tx: Tx, key: WebhookKey, at: Instant): Promise<void> {
  await tx
    .update(webhookEvents)
    .set({ processedAt: at, tries: sql`${webhookEvents.tries} + 1` })
    .where(isEvent(key));
}

/** To be looked into again later. */
export async function postponeWebhook(tx: Tx, key: WebhookKey): Promise<void> {
  await tx
    .update(webhookEvents)
    .set({ tries: sql`${webhookEvents.tries} + 1` })
    .where(isEvent(key));
}
