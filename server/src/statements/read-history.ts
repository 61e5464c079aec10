/** A customer's history as it is chained. */
import { and, asc, desc, gt, lt } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { historyEntries } from '../schema/history.ts';

export type HistoryRow = Pick<typeof historyEntries.$inferSelect, 'position' | 'content' | 'hash'>;

const FIELDS = {
  position: historyEntries.position,
  content: historyEntries.content,
  hash: historyEntries.hash,
};

const isOf = ({ companyId, customerId }: CustomerKey) =>
  matching(historyEntries, { companyId, customerId });

type Page = { before: number | null; limit: number };

/** Newest first. */
export async function listHistory(
  tx: Tx,
  key: CustomerKey,
  { before, limit }: Page,
): Promise<HistoryRow[]> {
  const isEarlier = before === null ? undefined : lt(historyEntries.position, before);
  return tx
    .select(FIELDS)
    .from(historyEntries)
    .where(and(isOf(key), isEarlier))
    .orderBy(desc(historyEntries.position))
    .limit(limit);
}

/** From the beginning, for a file: those after the position. */
export async function listHistoryAfter(
  tx: Tx,
  key: CustomerKey,
  { after, limit }: { after: number; limit: number },
): Promise<HistoryRow[]> {
  return tx
    .select(FIELDS)
    .from(historyEntries)
    .where(and(isOf(key), gt(historyEntries.position, after)))
    .orderBy(asc(historyEntries.position))
    .limit(limit);
}
