/** What the payment of a partial request does to its orders (R12). Called by settle() alone. */
import { addCents, minCents, subtractCents } from '@quittance/contract/money';
import { assertNever, invariant } from '@quittance/domain/invariant';
import { orderOf, receivableOfOrder } from '@quittance/domain/postings';
import type { PaymentEvent } from '@quittance/domain/status/payment-status';
import type { Deps } from '../../deps.ts';
import { lockOrder, type RequestedOrder, updateOrderPaid } from '../../storage/billing/orders.ts';
import type { Tx } from '../../storage/database.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { onReturn } from './dunning/dunning.ts';
import { bookReturn, bookSuccess } from './settle-money.ts';

export type OnOrders = { attempt: Attempt; requested: readonly RequestedOrder[] };

/** Returns the attempt as it stands afterwards. */
export async function settleOrders(
  tx: Tx,
  deps: Deps,
  { event, ...on }: OnOrders & { event: PaymentEvent },
): Promise<Attempt> {
  switch (event) {
    case 'succeeded':
      return succeeded(tx, deps, on);
    case 'declined':
      return on.attempt;
    case 'returned':
      return returned(tx, deps, on);
    default:
      return assertNever(event);
  }
}

async function succeeded(tx: Tx, deps: Deps, { attempt, requested }: OnOrders): Promise<Attempt> {
  const { companyId } = attempt;
  const rooms = requested.map(({ order, requestedCents }) => ({
    account: receivableOfOrder(order.id),
    amountCents: minCents(requestedCents, subtractCents(order.totalCents, order.paidCents)),
  }));
  const booked = await bookSuccess(tx, deps, { attempt, rooms });
  for (const [place, { amountCents }] of booked.paid.entries()) {
    const order = requested[place]?.order;
    invariant(order, 'each part is paid on an order of the request');
    const paidCents = addCents(order.paidCents, amountCents);
    await updateOrderPaid(tx, { companyId, orderId: order.id }, paidCents);
  }
  return booked.attempt;
}

/** By what the payment posted: the request may ask for something else by now. */
async function returned(tx: Tx, deps: Deps, { attempt }: OnOrders): Promise<Attempt> {
  const { companyId } = attempt;
  const received = await bookReturn(tx, deps, attempt);
  for (const { source, amountCents } of received) {
    const orderId = orderOf(source);
    if (!orderId) continue;
    const order = await lockOrder(tx, { companyId, orderId });
    invariant(order, 'orders are never deleted');
    const paidCents = subtractCents(order.paidCents, amountCents);
    await updateOrderPaid(tx, { companyId, orderId }, paidCents);
  }
  await onReturn(tx, deps, attempt);
  return attempt;
}
