/** Verified webhooks: stored before the 200 response, processed later. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { and, asc, isNull, lte, or, sql } from 'drizzle-orm';
import { byCompany, LOOKED_AT_MAX } from '../claims.ts';
import type { Tx } from '../database.ts';
import { type Lease, matching } from '../keys.ts';
import { firstRow, hasRows } from '../rows.ts';
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

/** Due for its next try, and not claimed by a process. */
function isDue(now: Instant) {
  const delay = sql`make_interval(secs => (${DELAYS})[${webhookEvents.tries} + 1])`;
  return and(
    isNull(webhookEvents.processedAt),
    sql`${webhookEvents.receivedAt} + ${delay} <= ${now}::timestamptz`,
    or(isNull(webhookEvents.claimedUntil), lte(webhookEvents.claimedUntil, now)),
  );
}

/** System scope: the processors with due events. */
export async function listProcessorsWithWebhooks(tx: Tx, now: Instant): Promise<ProcessorName[]> {
  const rows = await tx
    .selectDistinct({ processor: webhookEvents.processor })
    .from(webhookEvents)
    .where(isDue(now))
    .orderBy(asc(webhookEvents.processor));
  return rows.map(({ processor }) => processor);
}

/** System scope: the oldest due event of a processor. Events that wait for a retry do not block later ones. */
export async function claimWebhook(
  tx: Tx,
  processor: ProcessorName,
  { now, until }: Lease,
): Promise<WebhookRow | null> {
  const { companyId, eventId } = webhookEvents;
  const isWaiting = and(matching(webhookEvents, { processor }), isDue(now));
  const order = [asc(webhookEvents.receivedAt), asc(eventId)];
  const found = await tx
    .select({ companyId, id: eventId })
    .from(webhookEvents)
    .where(isWaiting)
    .orderBy(...order)
    .limit(LOOKED_AT_MAX);
  for (const [company, ids] of byCompany(found)) {
    const free = tx
      .select({ eventId })
      .from(webhookEvents)
      .where(and(matching(webhookEvents, { companyId: company, eventId: ids }), isWaiting))
      .orderBy(...order)
      .limit(1)
      .for('update', { skipLocked: true });
    const isFree = matching(webhookEvents, { companyId: company, processor });
    const claimed = await firstRow(
      tx
        .update(webhookEvents)
        .set({ claimedUntil: until })
        .where(and(isFree, sql`${eventId} = any(array(${free}))`))
        .returning(),
    );
    if (claimed) return claimed;
  }
  return null;
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
