/** What a receipt is written from: the payment, what it paid for, and what became of it since. */
import type { Instant } from '@quittance/contract/dates';
import type { AttemptId, CompanyId, CustomerId } from '@quittance/contract/ids';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import type { Attempt } from '../payments/attempts.ts';
import type { RefundRow } from '../payments/refunds.ts';
import { plans } from '../schema/arrangements.ts';
import { invoices, requestOrders, requests } from '../schema/invoices.ts';
import { attemptMoves, attempts } from '../schema/payments.ts';
import { estimates, orders } from '../schema/projects.ts';
import { refunds } from '../schema/refunds.ts';

export type ReceiptKey = { companyId: CompanyId; customerId: CustomerId; attemptId: AttemptId };

export type ReceiptRow = {
  attempt: Attempt;
  accountRef: string | null;
  productName: string | null;
  estimateRef: string | null;
  orderRefs: string[];
  /** Of the plan, when the payment was for a part of one. */
  installmentCount: number | null;
  returnedAt: Instant | null;
  refund: RefundRow | null;
};

/** Only money that moved has a receipt, and only its payer sees it. */
async function findPaid(tx: Tx, { companyId, customerId, attemptId }: ReceiptKey) {
  const [row] = await tx
    .select({
      attempt: attempts,
      accountRef: invoices.accountRef,
      productName: invoices.productName,
      estimateRef: estimates.estimateRef,
      refund: refunds,
      installmentCount: plans.count,
    })
    .from(attempts)
    .innerJoin(
      requests,
      and(eq(requests.companyId, attempts.companyId), eq(requests.id, attempts.requestId)),
    )
    .leftJoin(
      invoices,
      and(eq(invoices.companyId, attempts.companyId), eq(invoices.id, attempts.invoiceId)),
    )
    .leftJoin(
      estimates,
      and(eq(estimates.companyId, requests.companyId), eq(estimates.id, requests.estimateId)),
    )
    .leftJoin(
      refunds,
      and(eq(refunds.companyId, attempts.companyId), eq(refunds.attemptId, attempts.id)),
    )
    .leftJoin(plans, and(eq(plans.companyId, attempts.companyId), eq(plans.id, attempts.planId)))
    .where(
      and(
        eq(attempts.companyId, companyId),
        eq(attempts.customerId, customerId),
        eq(attempts.id, attemptId),
        inArray(attempts.state, ['SUCCEEDED', 'RETURNED']),
      ),
    );
  return row ?? null;
}

async function findReturn(tx: Tx, { companyId, attemptId }: ReceiptKey): Promise<Instant | null> {
  const [move] = await tx
    .select({ at: attemptMoves.at })
    .from(attemptMoves)
    .where(
      and(
        eq(attemptMoves.companyId, companyId),
        eq(attemptMoves.attemptId, attemptId),
        eq(attemptMoves.toState, 'RETURNED'),
      ),
    )
    .orderBy(desc(attemptMoves.id))
    .limit(1);
  return move?.at ?? null;
}

async function listOrderRefs(tx: Tx, { companyId, requestId }: Attempt): Promise<string[]> {
  const rows = await tx
    .select({ orderRef: orders.orderRef })
    .from(requestOrders)
    .innerJoin(
      orders,
      and(eq(orders.companyId, requestOrders.companyId), eq(orders.id, requestOrders.orderId)),
    )
    .where(and(eq(requestOrders.companyId, companyId), eq(requestOrders.requestId, requestId)))
    .orderBy(asc(orders.orderRef));
  return rows.map(({ orderRef }) => orderRef);
}

export async function findReceipt(tx: Tx, key: ReceiptKey): Promise<ReceiptRow | null> {
  const paid = await findPaid(tx, key);
  if (!paid) return null;
  const { attempt } = paid;
  return {
    ...paid,
    returnedAt: attempt.state === 'RETURNED' ? await findReturn(tx, key) : null,
    orderRefs: attempt.purpose === 'PARTIAL' ? await listOrderRefs(tx, attempt) : [],
  };
}
