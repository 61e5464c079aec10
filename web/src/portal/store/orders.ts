/** Creates and changes a partial-payment request (product §5.15). Loaded requests are in reads.ts. */
import type { OrderId } from '@quittance/contract/ids';
import { createAction, createSlice, isFulfilled, isPending, isRejected } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';

export type OrdersState = { isLoading: boolean };

const initialState: OrdersState = { isLoading: false };

export const createPartialRequest = createApiThunk('orders/createRequest', 'createPartialRequest');
export const updatePartialRequest = createApiThunk('orders/updateRequest', 'updatePartialRequest');
export const orderRemoved = createAction<OrderId>('orders/orderRemoved');

const CHANGES = [createPartialRequest, updatePartialRequest] as const;

const slice = createSlice({
  name: 'orders',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addMatcher(isPending(...CHANGES), () => ({ isLoading: true }))
      .addMatcher(isFulfilled(...CHANGES), () => initialState)
      .addMatcher(isRejected(...CHANGES), () => initialState);
  },
});

export const ordersReducer = slice.reducer;
