/** Private calendar feeds, one per customer, found by the hash of the token (ADR 0092). */
import type { Instant } from '@quittance/contract/dates';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { findRow, hasRows } from '../platform/database/rows.ts';
import { hasToken, type TokenKey } from '../platform/sealing/token-key.ts';
import { calendarFeeds } from '../schema/arrangement-changes.ts';

export type FeedRow = typeof calendarFeeds.$inferSelect;

export async function findFeed(tx: Tx, key: CustomerKey): Promise<FeedRow | null> {
  return findRow(tx, calendarFeeds, key);
}

/** System scope only: the customer is known only from the token. */
export async function findFeedByToken(tx: Tx, key: TokenKey): Promise<FeedRow | null> {
  const [row] = await tx.select().from(calendarFeeds).where(hasToken(calendarFeeds, key)).limit(1);
  return row ?? null;
}

/** The previous token stops working. */
export async function replaceFeed(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  feed: { tokenHash: string; createdAt: Instant },
): Promise<void> {
  await tx
    .insert(calendarFeeds)
    .values({ companyId, customerId, ...feed })
    .onConflictDoUpdate({
      target: [calendarFeeds.companyId, calendarFeeds.customerId],
      set: feed,
    });
}

export async function deleteFeed(tx: Tx, key: CustomerKey): Promise<boolean> {
  return hasRows(
    tx
      .delete(calendarFeeds)
      .where(matching(calendarFeeds, key))
      .returning({ companyId: calendarFeeds.companyId }),
  );
}
