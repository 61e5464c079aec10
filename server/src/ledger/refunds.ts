/** Refunds of a charge: our own, which a sweep sends, and those found in the processor's records. */

import type { Instant } from '@quittance/contract/dates';
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, inArray, min, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../platform/database/database.ts';
import { type InvoiceKey, matching, references } from '../platform/database/keys.ts';
import { findRow, listRows, lockRow, writtenRow } from '../platform/database/rows.ts';
import { readAcross } from '../platform/database/sharding/across-companies.ts';
import { attempts } from '../schema/payments.ts';
import { IS_UNEXPECTED_REFUND, OPEN_REFUND_STATES, refunds } from '../schema/refunds.ts';
import type { Attempt, AttemptKey } from './attempts.ts';
import type { ProcessorScope } from './reconciliation-rows.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type NewRefund = typeof refunds.$inferInsert;
export type RefundKey = { companyId: CompanyId; id: string };

/** The terms that the company chose with the order. */
export type RefundTerms = Pick<
  RefundRow,
  'invoiceId' | 'isOwedAgain' | 'isFromCredit' | 'creditCents' | 'keepsFee' | 'reserved'
>;

/** An open refund has no outcome yet: the money is being returned or will be. */
export function isOpenRefund({ state }: Pick<RefundRow, 'state'>): boolean {
  return OPEN_REFUND_STATES.some((open) => open === state);
}

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<RefundRow> {
  return writtenRow(tx.insert(refunds).values(refund).returning());
}

export async function loadRefunds(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
): Promise<RefundRow[]> {
  return tx
    .select()
    .from(refunds)
    .where(matching(refunds, { companyId, attemptId }))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export async function findRefund(tx: Tx, { companyId, id }: RefundKey): Promise<RefundRow | null> {
  return findRow(tx, refunds, { companyId, id });
}

export async function lockRefund(tx: Tx, { companyId, id }: RefundKey): Promise<RefundRow | null> {
  return lockRow(tx, refunds, { companyId, id });
}

export const refundQueue = {
  table: refunds,
  dueAt: 'nextTryAt',
  /** Must match the condition of the index. */
  isWaiting: sql`${refunds.state} in ('REQUESTED', 'SENT') and ${refunds.heldAt} is null`,
  /** Longer than a lookup and a refund together may take. */
  leaseMs: 2 * MINUTE_MS,
  /** Covers about two weeks. After that, a person decides. */
  backoff: {
    pausesMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 24 * HOUR_MS],
    triesMax: 20,
  },
} as const;

/**
 * A disputed charge is not refunded, because the processor already holds its money. Refunds also wait while the
 * company's charges are held.
 */
export const isRefundable = sql`not exists (select from attempts a where a.company_id = ${refunds.companyId}
    and a.id = ${refunds.attemptId} and a.dispute_state = 'OPEN')
  and not exists (select from companies c
    where c.company_id = ${refunds.companyId} and c.charges_held_since is not null)`;

/** Requires system scope. The company that has waited longest comes first. */
export async function listCompaniesToRefund(tx: Tx, isDue: SQL | undefined): Promise<CompanyId[]> {
  const rows = await readAcross(tx, 'refunds of any company may be due', (isAsked) =>
    tx
      .select({ companyId: refunds.companyId })
      .from(refunds)
      .where(and(isDue, isRefundable, isAsked(refunds.companyId)))
      .groupBy(refunds.companyId)
      .orderBy(min(refunds.nextTryAt), asc(refunds.companyId)),
  );
  return rows.map(({ companyId }) => companyId);
}

export async function listOpenRefunds(tx: Tx, companyId: CompanyId): Promise<RefundRow[]> {
  const values = { companyId, state: OPEN_REFUND_STATES };
  return listRows(tx, refunds, { values, orderedBy: ['id'] });
}

export type FollowedRefund = Pick<RefundRow, 'id' | 'attemptId' | 'state' | 'createdAt' | 'heldAt'>;

/**
 * Returns a page of refunds whose state the processor can still change, oldest first, starting after the given one:
 * all pending refunds, and those made since `from`.
 */
export async function refundsToFollow(
  tx: Tx,
  { companyId, processor }: ProcessorScope,
  { from, after, limit }: { from: Instant; after: FollowedRefund | null; limit: number },
): Promise<FollowedRefund[]> {
  const isLater = after
    ? sql`(${refunds.createdAt}, ${refunds.id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : undefined;
  const { id, attemptId, state, createdAt, heldAt } = refunds;
  return tx
    .select({ id, attemptId, state, createdAt, heldAt })
    .from(refunds)
    .innerJoin(attempts, references(refunds.attemptId, attempts))
    .where(
      and(
        matching(refunds, { companyId }),
        matching(attempts, { companyId, processor }),
        sql`${state} in ('PENDING', 'SUCCEEDED')`,
        sql`(${state} = 'PENDING' or ${createdAt} >= ${from}::timestamptz)`,
        sql`${refunds.origin} not in ('DISPUTE', 'MANUAL')`,
        isLater,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
}

/**
 * Locks and returns the refunds that leave the invoice settled. Excludes a refund that has failed in the meantime.
 */
export async function listSettledRefunds(
  tx: Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<RefundRow[]> {
  const rows = await tx
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(attempts, references(refunds.attemptId, attempts))
    .where(
      and(
        matching(attempts, { companyId, invoiceId }),
        matching(refunds, { state: 'SUCCEEDED', isOwedAgain: false }),
      ),
    )
    .for('update', { of: refunds });
  return rows.map(({ refund }) => refund);
}

/**
 * Marks refunds that the processor reports but that were not ordered here, and that appeared after one of our own
 * refunds of the same payment was sent. Each may duplicate one of our refunds. Returns the newly marked refunds.
 */
export async function markUnexpectedRefunds(
  tx: Tx,
  { companyId, attemptId }: AttemptKey,
  unexpectedAt: Instant,
): Promise<RefundRow[]> {
  const own = alias(refunds, 'own');
  const isAfterOwn = sql`exists (select from ${refunds} ${own}
    where ${matching(own, { companyId, attemptId, origin: ['OVERPAYMENT', 'PROVIDER'] })}
      and ${own.state} <> 'FAILED' and ${own.sentAt} <= ${refunds.createdAt})`;
  const isFound = matching(refunds, {
    companyId,
    attemptId,
    origin: 'PROCESSOR',
    unexpectedAt: null,
  });
  return tx.update(refunds).set({ unexpectedAt }).where(and(isFound, isAfterOwn)).returning();
}

export async function listUnexpectedRefunds(
  tx: Tx,
  { companyId, processor }: Pick<Attempt, 'companyId' | 'processor'>,
): Promise<RefundRow[]> {
  const theirs = tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(matching(attempts, { companyId, processor }));
  return tx
    .select()
    .from(refunds)
    .where(
      and(
        matching(refunds, { companyId }),
        IS_UNEXPECTED_REFUND,
        inArray(refunds.attemptId, theirs),
      ),
    )
    .orderBy(asc(refunds.unexpectedAt), asc(refunds.id));
}

export async function findUnexpectedRefund(tx: Tx, { companyId, id }: RefundKey) {
  const refund = await findRefund(tx, { companyId, id });
  return refund?.unexpectedAt ? refund : null;
}

export type RefundChange = Partial<
  Pick<
    RefundRow,
    | 'state'
    | 'principalCents'
    | 'isOwedAgain'
    | 'processorReference'
    | 'nextTryAt'
    | 'sentAt'
    | 'doneAt'
    | 'acknowledgedAt'
    | 'heldAt'
    | 'failedAt'
    | 'failureReason'
    | 'creditedCents'
    | 'resolution'
    | 'resolvedAt'
  >
>;

export async function updateRefund(
  tx: Tx,
  { companyId, id }: RefundKey,
  change: RefundChange,
): Promise<void> {
  await tx.update(refunds).set(change).where(matching(refunds, { companyId, id }));
}
