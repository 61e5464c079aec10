/** Verified webhooks: stored before the 200 response, processed later. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { and, asc, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { matching } from '../keys.ts';
import { hasRows } from '../rows.ts';
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
  return hasRows(
    tx
      .insert(webhookEvents)
      .values(event)
      .onConflictDoNothing()
      .returning({ eventId: webhookEvents.eventId }),
  );
}

/** Seconds from arrival to each processing attempt. */
const RETRY_AFTER_SECONDS = [0, 5, 30, 120, 600, 3600, 21_600, 86_400] as const;
export const WEBHOOK_ATTEMPTS_MAX = RETRY_AFTER_SECONDS.length;

const DELAYS = sql.raw(`array[${RETRY_AFTER_SECONDS.join(', ')}]`);

/** System scope: due events, oldest first. Events that wait for a retry do not block later ones. */
export async function findDueWebhooks(
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

function isEvent({ companyId, processor, eventId }: WebhookKey) {
  return matching(webhookEvents, { companyId, processor, eventId });
}

export async function markProcessed(tx: Tx, key: WebhookKey, at: Instant): Promise<void> {
  await tx
    .update(webhookEvents)
    .set({ processedAt: at, tries: sql`${webhookEvents.tries} + 1` })
    .where(isEvent(key));
}

/** Counts the attempt; the event is processed again after its next delay. */
export async function postponeWebhook(tx: Tx, key: WebhookKey): Promise<void> {
  await tx
    .update(webhookEvents)
    .set({ tries: sql`${webhookEvents.tries} + 1` })
    .where(isEvent(key));
}
