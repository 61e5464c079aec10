/** A partial-payment request being paid: its orders and what they come to (product §5.15). */
import type { Cents } from '@quittance/contract/money';
import type { PartialRequest } from '@quittance/contract/projects';
import { createSlice } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';

export type OrdersState = {
  totalAmount: Cents | null;
  ordersRequest: PartialRequest | null;
  isError: boolean;
  isLoading: boolean;
};

const initialState: OrdersState = {
  totalAmount: null,
  ordersRequest: null,
  isError: false,
  isLoading: false,
};

export const loadPartialRequest = createApiThunk('orders/loadRequest', 'partialRequest');

function totalOf(orders: PartialRequest['orders']): Cents {
  const sum = orders.reduce<number>((total, { amount }) => total + amount, 0);
  return sum as Cents; // because a sum of at most 200 amounts the server checked is a safe integer
}

const slice = createSlice({
  name: 'orders',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadPartialRequest.pending, (state) => {
        state.isLoading = true;
        state.isError = false;
      })
      .addCase(loadPartialRequest.fulfilled, (state, { payload }) => {
        state.isLoading = false;
        state.ordersRequest = payload.request;
        state.totalAmount = totalOf(payload.request.orders);
      })
      .addCase(loadPartialRequest.rejected, (state) => {
        state.isLoading = false;
        state.isError = true;
      });
  },
});

export const ordersReducer = slice.reducer;
