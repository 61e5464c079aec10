/** Orders as they are paid by partial requests. Listing them for the screens is done elsewhere. */
import type { CompanyId, OrderId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { isOpenAttempt } from '../payments/attempts.ts';
import { requestOrders } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { orders } from '../schema/projects.ts';

export type OrderRow = typeof orders.$inferSelect;

/** An order, and how much of it the request pays. */
export type RequestedOrder = { order: OrderRow; requestedCents: Cents };

type RequestKey = { companyId: CompanyId; requestId: RequestId };

/**
 * The lock of a partial request: its orders, always in the order of their ids. Whoever had to wait for
 * it has read the lines as they were before, so those that hold now are read once more, locked.
 */
export async function lockRequestedOrders(tx: Tx, key: RequestKey): Promise<RequestedOrder[]> {
  await lockLines(tx, key);
  return lockLines(tx, key);
}

function lockLines(tx: Tx, key: RequestKey): Promise<RequestedOrder[]> {
  return tx
    .select({ order: orders, requestedCents: requestOrders.amountCents })
    .from(requestOrders)
    .innerJoin(
      orders,
      and(eq(orders.companyId, requestOrders.companyId), eq(orders.id, requestOrders.orderId)),
    )
    .where(
      and(eq(requestOrders.companyId, key.companyId), eq(requestOrders.requestId, key.requestId)),
    )
    .orderBy(asc(orders.id))
    .for('update', { of: orders });
}

/** Whether another request that is being paid right now pays one of the same orders. */
export async function areOrdersBeingPaid(
  tx: Tx,
  { companyId, requestId }: RequestKey,
  orderIds: readonly OrderId[],
): Promise<boolean> {
  const rows = await tx
    .select({ id: attempts.id })
    .from(attempts)
    .innerJoin(
      requestOrders,
      and(
        eq(requestOrders.companyId, attempts.companyId),
        eq(requestOrders.requestId, attempts.requestId),
      ),
    )
    .where(
      and(
        eq(attempts.companyId, companyId),
        ne(attempts.requestId, requestId),
        isOpenAttempt(),
        inArray(requestOrders.orderId, [...orderIds]),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

type OrderKey = { companyId: CompanyId; orderId: OrderId };

export async function lockOrder(tx: Tx, key: OrderKey): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.companyId, key.companyId), eq(orders.id, key.orderId)))
    .for('update');
  return row ?? null;
}

export async function updateOrderPaid(tx: Tx, key: OrderKey, paidCents: Cents): Promise<void> {
  await tx
    .update(orders)
    .set({ paidCents })
    .where(and(eq(orders.companyId, key.companyId), eq(orders.id, key.orderId)));
}
