/** A partial-payment request: its orders and their total (product §5.15). */
import type { OrderId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { PartialRequest } from '@quittance/contract/projects/portal-schemas';
import {
  createSlice,
  isFulfilled,
  isPending,
  isRejected,
  type PayloadAction,
} from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';
import { payableRefreshed } from './payable-refreshed.ts';
import { createRead, hold } from './read.ts';

export type OrdersState = {
  totalAmount: Cents | null;
  ordersRequest: PartialRequest | null;
  /** The last call for it failed. */
  isError: boolean;
  /** It is being created or changed. */
  isLoading: boolean;
};

const initialState: OrdersState = {
  totalAmount: null,
  ordersRequest: null,
  isError: false,
  isLoading: false,
};

export const ordersRequestRead = createRead<'partialRequest'>('orders/ordersRequest');
export const createPartialRequest = createApiThunk('orders/createRequest', 'createPartialRequest');
export const updatePartialRequest = createApiThunk('orders/updateRequest', 'updatePartialRequest');

type PartialOrder = PartialRequest['orders'][number];

function totalOf(orders: readonly PartialOrder[]): Cents {
  const sum = orders.reduce<number>((total, { amount }) => total + amount, 0);
  return sum as Cents; // because a sum of at most 200 amounts the server checked is a safe integer
}

function balanceOf({ totalBalance, paidBalance }: PartialOrder): Cents {
  const left: number = totalBalance - paidBalance;
  return left as Cents; // because it is the difference of two checked amounts
}

/** The remaining orders are paid in full: the total becomes the sum of their balances. */
function withoutOrder(orders: readonly PartialOrder[], removedId: OrderId): PartialOrder[] {
  return orders
    .filter(({ id }) => id !== removedId)
    .map((order) => ({ ...order, amount: balanceOf(order) }));
}

const CHANGES = [createPartialRequest, updatePartialRequest] as const;

/** An answer that was on its way while the request was changed. */
function isOlder(answer: PartialRequest, held: PartialRequest | null): boolean {
  return held?.requestId === answer.requestId && answer.version < held.version;
}

function holdRequest(state: OrdersState, request: PartialRequest): void {
  state.isError = false;
  if (!isOlder(request, state.ordersRequest))
    hold(state, { ordersRequest: request, totalAmount: totalOf(request.orders) });
}

const slice = createSlice({
  name: 'orders',
  initialState,
  reducers: {
    orderRemoved: (state, { payload }: PayloadAction<OrderId>) => {
      if (!state.ordersRequest) return;
      state.ordersRequest.orders = withoutOrder(state.ordersRequest.orders, payload);
      state.totalAmount = totalOf(state.ordersRequest.orders);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(payableRefreshed, ({ ordersRequest }, { payload }) => {
        if (ordersRequest?.requestId === payload.requestId) ordersRequest.payable = payload.payable;
      })
      .addMatcher(isPending(...CHANGES), (state) => {
        state.isLoading = true;
        state.isError = false;
      })
      .addMatcher(isFulfilled(...CHANGES), (state, { payload }) => {
        state.isLoading = false;
        holdRequest(state, payload.request);
      })
      .addMatcher(isRejected(...CHANGES), (state) => {
        state.isLoading = false;
        state.isError = true;
      })
      .addMatcher(ordersRequestRead.isAnswered, (state, { payload: { answer } }) => {
        holdRequest(state, answer.request);
      })
      .addMatcher(ordersRequestRead.isFailed, (state) => {
        state.isError = true;
      });
  },
});

export const { orderRemoved } = slice.actions;
export const ordersReducer = slice.reducer;
