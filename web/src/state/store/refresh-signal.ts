/**
 * How often the server has hinted that something may have changed (R21): an event of the socket, or a
 * connection after which nobody knows what was missed. Carries no news itself: pages ask for it.
 */
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import {
  customerMethodAdded,
  paymentProcessingReceived,
  socketConnected,
} from '../payment/request.ts';

export type RefreshSignalState = { count: number };

const initialState: RefreshSignalState = { count: 0 };

const slice = createSlice({
  name: 'hints',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addMatcher(
      isAnyOf(paymentProcessingReceived, customerMethodAdded, socketConnected),
      (state) => {
        state.count += 1;
      },
    );
  },
});

export const refreshSignalReducer = slice.reducer;
