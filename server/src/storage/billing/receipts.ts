/** The data of a receipt: the payment, what it paid for, and a later return or refund. */
import type { Instant } from '@quittance/contract/dates';
import type { AttemptId } from '@quittance/contract/ids';
import { asc, desc } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { type CustomerKey, matching, references } from '../keys.ts';
import type { Attempt } from '../payments/attempts.ts';
import { listRefundsOf, type RefundRow } from '../payments/refunds.ts';
import { firstRow } from '../rows.ts';
import { plans } from '../schema/arrangements.ts';
import { invoices, requests } from '../schema/invoices.ts';
import { attemptMoves, attempts } from '../schema/payments.ts';
import { estimates, orders } from '../schema/projects.ts';
import { selectRequestedOrders } from './orders.ts';

export type ReceiptKey = CustomerKey & { attemptId: AttemptId };

export type ReceiptRow = {
  attempt: Attempt;
  accountRef: string | null;
  productName: string | null;
  estimateRef: string | null;
  orderRefs: string[];
  /** Of the plan, when the payment was an installment. */
  installmentCount: number | null;
  returnedAt: Instant | null;
  /** Oldest first. */
  refunds: RefundRow[];
};

/** Only succeeded or returned payments have a receipt, and only their payer sees it. */
async function findPaid(tx: Tx, { companyId, customerId, attemptId }: ReceiptKey) {
  return firstRow(
    tx
      .select({
        attempt: attempts,
        accountRef: invoices.accountRef,
        productName: invoices.productName,
        estimateRef: estimates.estimateRef,
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

async function findReturn(tx: Tx, { companyId, attemptId }: ReceiptKey): Promise<Instant | null> {
  const [move] = await tx
    .select({ at: attemptMoves.at })
    .from(attemptMoves)
    .where(matching(attemptMoves, { companyId, attemptId, toState: 'RETURNED' }))
    .orderBy(desc(attemptMoves.id))
    .limit(1);
  return move?.at ?? null;
}

async function listOrderRefs(tx: Tx, { companyId, requestId }: Attempt): Promise<string[]> {
  const lines = selectRequestedOrders(tx, { companyId, requestId });
  return (await lines.orderBy(asc(orders.orderRef))).map(({ order }) => order.orderRef);
}

export async function findReceipt(tx: Tx, key: ReceiptKey): Promise<ReceiptRow | null> {
  const paid = await findPaid(tx, key);
  if (!paid) return null;
  const { attempt } = paid;
  return {
    ...paid,
    returnedAt: attempt.state === 'RETURNED' ? await findReturn(tx, key) : null,
    refunds: await listRefundsOf(tx, key),
    orderRefs: attempt.purpose === 'PARTIAL' ? await listOrderRefs(tx, attempt) : [],
  };
}
