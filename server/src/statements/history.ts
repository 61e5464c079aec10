/** A customer's history (R62): pages for the screen, and the complete history for a file. */
import type { CustomerId } from '@quittance/contract/ids';
import type { AnswerOf, QueryOf } from '@quittance/contract/portal-routes';
import { type HistoryEntry, historyContentSchema } from '@quittance/contract/statements/history';
import { and, asc, desc, gt, lt } from 'drizzle-orm';
import { z } from 'zod';
import { readAsCustomer, requireSameCustomer } from '../customers/customer-scope.ts';
import type { Deps } from '../kernel/deps.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { cutPage, readCursor, writeCursor } from '../platform/http/page-cursor.ts';
import { historyEntries } from '../schema/history.ts';

type HistoryRow = Pick<typeof historyEntries.$inferSelect, 'position' | 'content' | 'hash'>;

const FIELDS = {
  position: historyEntries.position,
  content: historyEntries.content,
  hash: historyEntries.hash,
};

const toIs = ({ companyId, customerId }: CustomerKey) =>
  matching(historyEntries, { companyId, customerId });

type Page = { before: number | null; limit: number };

async function listHistory(
  tx: Tx,
  key: CustomerKey,
  { before, limit }: Page,
): Promise<HistoryRow[]> {
  const isEarlier = before === null ? undefined : lt(historyEntries.position, before);
  return tx
    .select(FIELDS)
    .from(historyEntries)
    .where(and(toIs(key), isEarlier))
    .orderBy(desc(historyEntries.position))
    .limit(limit);
}

async function listHistoryAfter(
  tx: Tx,
  key: CustomerKey,
  { after, limit }: { after: number; limit: number },
): Promise<HistoryRow[]> {
  return tx
    .select(FIELDS)
    .from(historyEntries)
    .where(and(toIs(key), gt(historyEntries.position, after)))
    .orderBy(asc(historyEntries.position))
    .limit(limit);
}

export function toEntry({ position, hash, content }: HistoryRow): HistoryEntry {
  return { position, hash, content: historyContentSchema.parse(JSON.parse(content)) };
}

const cursorSchema = z.tuple([z.int()]);

type PageQuery = {
  principal: CustomerPrincipal;
  customerId: CustomerId;
  query: QueryOf<'history'>;
};

export function readHistory(
  deps: Deps,
  { principal, customerId, query }: PageQuery,
): Promise<AnswerOf<'history'>> {
  requireSameCustomer(principal, customerId);
  const before = query.cursor === undefined ? null : readCursor(query.cursor, cursorSchema)[0];
  return readAsCustomer(deps, principal, async (tx) => {
    const rows = await listHistory(tx, principal, { before, limit: query.limit + 1 });
    const { page, last } = cutPage(rows, query.limit);
    const [newest] = before === null ? page : [];
    return {
      success: true,
      entries: page.map(toEntry),
      head: newest ? `${newest.position}:${newest.hash}` : null,
      nextCursor: last ? writeCursor([last.position]) : null,
    };
  });
}

const BATCH = 1000;

/** Yields batches from the beginning, including entries appended while it runs. */
export async function* historyRows(deps: Deps, key: CustomerKey): AsyncGenerator<HistoryRow[]> {
  for (let after = 0; ; ) {
    const from = after;
    const rows = await readAsCustomer(deps, key, (tx) =>
      listHistoryAfter(tx, key, { after: from, limit: BATCH }),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.position ?? after;
  }
}

/** Input for docs/verify-history.mjs: the owner, then one line per entry, then the head. */
export async function* historyData(deps: Deps, key: CustomerKey): AsyncGenerator<string> {
  const { companyId: company, customerId: customer } = key;
  yield `${JSON.stringify({ company, customer })}\n`;
  let head: string | null = null;
  for await (const rows of historyRows(deps, key)) {
    for (const { position, hash } of rows) head = `${position}:${hash}`;
    yield rows
      .map(({ position, hash, content }) => `${JSON.stringify({ position, hash, content })}\n`)
      .join('');
  }
  yield `${JSON.stringify({ head })}\n`;
}
