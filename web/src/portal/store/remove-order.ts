/** Removes an order from a partial-payment request (product §5.15). */
import type { OrderId } from '@quittance/contract/ids';
import { orderRemoved, updatePartialRequest } from './orders.ts';
import { ordersRequestRead, selectOrdersRequest } from './reads.ts';
import type { AppThunk } from './root.ts';

/** Optimistic: removes the order at once, and reloads the request when the server refuses. */
export function removeOrder(orderId: OrderId): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    dispatch(orderRemoved(orderId));
    const ordersRequest = selectOrdersRequest(getState());
    if (!ordersRequest) return;
    const params = { id: ordersRequest.requestId };
    const orders = ordersRequest.orders.map(({ id, amount }) => ({ id, amount }));
    const body = { orders, version: ordersRequest.version };
    const updated = await dispatch(updatePartialRequest({ params, body }));
    if (updatePartialRequest.rejected.match(updated)) await dispatch(ordersRequestRead.again());
  };
}
