/** Effects of a payment on the orders of its partial request (R12). Called only by settle(). */
import { addCents, minCents, subtractCents } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import { receivableOfOrder, toOrder } from '@quittance/domain/ledger-accounts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockOrder, type RequestedOrder, updateOrderPaid } from '../../projects/orders.ts';
import { onReturn } from '../dunning/on-return.ts';
import { postReturn, postSuccess, type Settlement } from './ledger.ts';

type OnOrders = { attempt: Attempt; requested: readonly RequestedOrder[] };

export const settleOrders: Settlement<{ requested: readonly RequestedOrder[] }> = {
  succeeded,
  declined: async (_tx, _deps, { attempt }) => attempt,
  returned,
};

async function succeeded(tx: Tx, deps: Deps, { attempt, requested }: OnOrders): Promise<Attempt> {
  const { companyId } = attempt;
  const receivables = requested.map(({ order, requestedCents }) => ({
    account: receivableOfOrder(order.id),
    amountCents: minCents(requestedCents, subtractCents(order.totalCents, order.paidCents)),
  }));
  const posted = await postSuccess(tx, deps, { attempt, receivables });
  for (const [position, { amountCents }] of posted.paid.entries()) {
    const order = requested[position]?.order;
    invariant(order, 'each part is paid on an order of the request');
    const paidCents = addCents(order.paidCents, amountCents);
    await updateOrderPaid(tx, { companyId, orderId: order.id }, paidCents);
  }
  return posted.attempt;
}

/** Reverses the amounts that the payment posted, because the request's amounts may have changed since. */
async function returned(tx: Tx, deps: Deps, { attempt }: OnOrders): Promise<Attempt> {
  const { companyId } = attempt;
  const reversed = await postReturn(tx, deps, attempt);
  for (const { account, amountCents } of reversed) {
    const orderId = toOrder(account);
    if (!orderId) continue;
    const order = await lockOrder(tx, { companyId, orderId });
    invariant(order, 'orders are never deleted');
    const paidCents = subtractCents(order.paidCents, amountCents);
    await updateOrderPaid(tx, { companyId, orderId }, paidCents);
  }
  await onReturn(tx, deps, attempt);
  return attempt;
}
