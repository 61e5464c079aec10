/** Data of a receipt: the payment, what it paid for, and a later return or refund. */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import type { AttemptId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { isOutstanding } from '@quittance/domain/status/invoice-status';
import { and, asc, ne, type SQL, sql } from 'drizzle-orm';
import { loadParts, type NamedPartRow } from '../ledger/attempt-parts.ts';
import type { Attempt } from '../ledger/attempts.ts';
import { loadRefunds, type RefundRow } from '../ledger/refunds.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching, references } from '../platform/database/keys.ts';
import { firstRow } from '../platform/database/rows.ts';
import { type OrderRow, selectRequestedOrders } from '../projects/orders.ts';
import { plans } from '../schema/arrangements.ts';
import { invoices, requests } from '../schema/invoices.ts';
import { attemptMoves, attempts } from '../schema/payments.ts';
import { estimates, orders } from '../schema/projects.ts';

export type ReceiptKey = CustomerKey & { attemptId: AttemptId };

export type ReceiptRow = {
  attempt: Attempt;
  accountRef: string | null;
  productName: string | null;
  estimateRef: string | null;
  orderRefs: string[];
  parts: NamedPartRow[];
  installmentCount: number | null;
  /** Null for a debit that was returned before it succeeded. */
  paidAt: Instant | null;
  returnedAt: Instant | null;
  /** For a returned payment: true if the amount it paid is owed again. */
  isOpenAgain: boolean;
  refunds: RefundRow[];
};

/** Only succeeded or returned payments have a receipt, and only the payer can see it. */
async function findPaid(tx: Tx, { companyId, customerId, attemptId }: ReceiptKey) {
  return firstRow(
    tx
      .select({
        attempt: attempts,
        accountRef: invoices.accountRef,
        productName: invoices.productName,
        invoiceStatus: invoices.status,
        estimateRef: estimates.estimateRef,
        estimateTotalCents: estimates.totalCents,
        estimatePaidCents: estimates.paidCents,
        installmentCount: plans.count,
      })
      .from(attempts)
      .innerJoin(requests, references(attempts.requestId, requests))
      .leftJoin(invoices, references(attempts.invoiceId, invoices))
      .leftJoin(estimates, references(requests.estimateId, estimates))
      .leftJoin(plans, references(attempts.planId, plans))
      .where(
        matching(attempts, {
          companyId,
          customerId,
          id: attemptId,
          state: ['SUCCEEDED', 'RETURNED'],
        }),
      ),
  );
}

type Paid = NonNullable<Awaited<ReturnType<typeof findPaid>>>;

/** A return overwrites the time of the attempt, but the history has both times. */
async function findTimes(tx: Tx, { companyId, id: attemptId, ...attempt }: Attempt) {
  if (attempt.state !== 'RETURNED') {
    return { paidAt: attempt.settledAt ?? attempt.createdAt, returnedAt: null };
  }
  const moves = await tx
    .select()
    .from(attemptMoves)
    .where(matching(attemptMoves, { companyId, attemptId, toState: ['SUCCEEDED', 'RETURNED'] }))
    .orderBy(asc(attemptMoves.id));
  const success = moves.find(({ toState }) => toState === 'SUCCEEDED');
  const back = moves.findLast(({ toState }) => toState === 'RETURNED');
  // Cash is recorded as paid immediately, without a state change.
  const recordedAt = back?.fromState === 'SUCCEEDED' ? attempt.createdAt : null;
  return { paidAt: success?.at ?? recordedAt, returnedAt: back?.at ?? null };
}

async function listOrders(tx: Tx, { companyId, requestId }: Attempt): Promise<OrderRow[]> {
  const lines = selectRequestedOrders(tx, { companyId, requestId });
  return (await lines.orderBy(asc(orders.orderRef))).map(({ order }) => order);
}

type Balance = { totalCents: Cents; paidCents: Cents };
const isUnpaid = ({ totalCents, paidCents }: Balance) => paidCents < totalCents;

type PaidFor = { orders: readonly OrderRow[]; parts: readonly NamedPartRow[] };

function isOpenNow(paid: Paid, { orders: paidOrders, parts }: PaidFor): boolean {
  if (parts.length > 0) return parts.some((part) => isOutstanding(part.invoiceStatus));
  const { invoiceStatus, estimateTotalCents, estimatePaidCents } = paid;
  if (invoiceStatus !== null) return isOutstanding(invoiceStatus);
  if (estimateTotalCents !== null && estimatePaidCents !== null) {
    return isUnpaid({ totalCents: estimateTotalCents, paidCents: estimatePaidCents });
  }
  return paidOrders.some(isUnpaid);
}

export async function findReceipt(tx: Tx, key: ReceiptKey): Promise<ReceiptRow | null> {
  const paid = await findPaid(tx, key);
  if (!paid) return null;
  const { attempt, accountRef, productName, estimateRef, installmentCount } = paid;
  const { companyId, id } = attempt;
  const paidOrders = attempt.purpose === 'PARTIAL' ? await listOrders(tx, attempt) : [];
  const parts = attempt.purpose === 'INVOICES' ? await loadParts(tx, companyId, [id]) : [];
  return {
    attempt,
    accountRef,
    productName,
    estimateRef,
    installmentCount,
    ...(await findTimes(tx, attempt)),
    isOpenAgain: attempt.state === 'RETURNED' && isOpenNow(paid, { orders: paidOrders, parts }),
    refunds: await loadRefunds(tx, key),
    orderRefs: paidOrders.map(({ orderRef }) => orderRef),
    parts,
  };
}

export type PaidAttempt = { id: AttemptId; createdAt: Instant };

export type PaidFilter = CustomerKey & {
  from: IsoDate;
  to: IsoDate;
  timeZone: string;
  after: PaidAttempt | null;
  limit: number;
};

export async function listPaidAttempts(tx: Tx, filter: PaidFilter): Promise<PaidAttempt[]> {
  const { companyId, customerId, from, to, timeZone, after, limit } = filter;
  const startSql = (day: SQL) => sql`((${day})::date::timestamp at time zone ${timeZone})`;
  return tx
    .select({ id: attempts.id, createdAt: attempts.createdAt })
    .from(attempts)
    .where(
      and(
        matching(attempts, { companyId, customerId, state: ['SUCCEEDED', 'RETURNED'] }),
        ne(attempts.method, 'UNCOLLECTIBLE'),
        sql`${attempts.createdAt} >= ${startSql(sql`${from}`)}`,
        sql`${attempts.createdAt} < ${startSql(sql`${to}::date + 1`)}`,
        after
          ? sql`(${attempts.createdAt}, ${attempts.id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(attempts.createdAt), asc(attempts.id))
    .limit(limit);
}
