/** Locks and pays the orders of a partial request. projects.ts contains the portal's lists. */
import type { OrderId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { and, asc, inArray, ne } from 'drizzle-orm';
import { selectOpenAttempts } from '../ledger/attempts.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching, type OrderKey, type RequestKey, references } from '../platform/database/keys.ts';
import { hasRows, lockRow } from '../platform/database/rows.ts';
import { requestOrders } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { orders } from '../schema/projects.ts';

export type OrderRow = typeof orders.$inferSelect;

export type RequestedOrder = { order: OrderRow; requestedCents: Cents };

export function selectRequestedOrders(tx: Tx, { companyId, requestId }: RequestKey) {
  return tx
    .select({ order: orders, requestedCents: requestOrders.amountCents })
    .from(requestOrders)
    .innerJoin(orders, references(requestOrders.orderId, orders))
    .where(matching(requestOrders, { companyId, requestId }));
}

/**
 * Locks the orders of a partial request by id. A transaction that waited for the lock may have read outdated lines,
 * so they are read again under the lock.
 */
export async function lockRequestedOrders(tx: Tx, key: RequestKey): Promise<RequestedOrder[]> {
  await lockLines(tx, key);
  return lockLines(tx, key);
}

function lockLines(tx: Tx, key: RequestKey): Promise<RequestedOrder[]> {
  return selectRequestedOrders(tx, key)
    .orderBy(asc(orders.id))
    .for('no key update', { of: orders });
}

export async function hasOpenAttemptOnOrders(
  tx: Tx,
  { companyId, requestId }: RequestKey,
  orderIds: readonly OrderId[],
): Promise<boolean> {
  const otherRequests = tx
    .select({ requestId: requestOrders.requestId })
    .from(requestOrders)
    .where(
      and(
        matching(requestOrders, { companyId, orderId: orderIds }),
        ne(requestOrders.requestId, requestId),
      ),
    );
  const isOnOrders = inArray(attempts.requestId, otherRequests);
  return hasRows(selectOpenAttempts(tx, matching(attempts, { companyId }), isOnOrders).limit(1));
}

export async function lockOrder(
  tx: Tx,
  { companyId, orderId }: OrderKey,
): Promise<OrderRow | null> {
  return lockRow(tx, orders, { companyId, id: orderId });
}

export async function updateOrderPaid(
  tx: Tx,
  { companyId, orderId }: OrderKey,
  paidCents: Cents,
): Promise<void> {
  await tx
    .update(orders)
    .set({ paidCents })
    .where(matching(orders, { companyId, id: orderId }));
}
