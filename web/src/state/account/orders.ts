/** A partial-payment request: its orders and their total (product §5.15). */
import type { OrderId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { PartialRequest } from '@quittance/contract/schemas/projects';
import {
  createSlice,
  isFulfilled,
  isPending,
  isRejected,
  type PayloadAction,
} from '@reduxjs/toolkit';
import type { ApiFailure } from '../../api/failure.ts';
import { payableRefreshed } from '../payment/payable-refreshed.ts';
import { createApiThunk } from '../store/app-thunk.ts';

export type OrdersState = {
  totalAmount: Cents | null;
  ordersRequest: PartialRequest | null;
  isError: boolean;
  isLoading: boolean;
  failure: ApiFailure | null;
};

const initialState: OrdersState = {
  totalAmount: null,
  ordersRequest: null,
  isError: false,
  isLoading: false,
  failure: null,
};

export const loadPartialRequest = createApiThunk('orders/loadRequest', 'partialRequest', {
  failureNotice: 'screen',
});
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

const CALLS = [loadPartialRequest, createPartialRequest, updatePartialRequest] as const;

const slice = createSlice({
  name: 'orders',
  initialState,
  reducers: {
    ordersRequestClosed: () => initialState,
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
      .addMatcher(isPending(...CALLS), (state) => {
        state.isLoading = true;
        state.isError = false;
        state.failure = null;
      })
      .addMatcher(isFulfilled(...CALLS), (state, { payload }) => {
        state.isLoading = false;
        state.ordersRequest = payload.request;
        state.totalAmount = totalOf(payload.request.orders);
      })
      .addMatcher(isRejected(...CALLS), (state, { payload }) => {
        state.isLoading = false;
        state.isError = true;
        state.failure = payload ?? null;
      });
  },
});

export const { orderRemoved, ordersRequestClosed } = slice.actions;
export const ordersReducer = slice.reducer;
