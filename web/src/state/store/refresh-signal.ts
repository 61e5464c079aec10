/**
 * Counts the events after which data may be outdated (R21): a socket event, or a new connection, before
 * which events may have been missed. Pages reload when it changes.
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
  name: 'refreshSignal',
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
