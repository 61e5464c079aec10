/** Verified webhooks, stored before they are answered and looked into later. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { webhookEvents } from './schema/operations.ts';

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

/** System scope. */
export async function takeUnprocessed(tx: Tx, limit: number): Promise<WebhookRow[]> {
  return tx
    .select()
    .from(webhookEvents)
    .where(isNull(webhookEvents.processedAt))
    .orderBy(asc(webhookEvents.receivedAt))
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
