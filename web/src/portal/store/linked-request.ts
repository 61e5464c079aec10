/**
 * The request behind a public link that is not an invoice's (R4): selected orders or an accepted estimate.
 * Linked invoices are in invoices.ts.
 */
import type { AnswerOf } from '@quittance/contract/portal-routes';
import { createSlice } from '@reduxjs/toolkit';
import { payableRefreshed } from './payable-refreshed.ts';
import { createRead, hold } from './read.ts';

export type LinkedRequest = AnswerOf<'publicRequest'>;

export type LinkedRequestState = { request: LinkedRequest | null };

const initialState: LinkedRequestState = { request: null };

export const linkedRequestRead = createRead<'publicRequest'>('linkedRequest/request');

const slice = createSlice({
  name: 'linkedRequest',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(payableRefreshed, ({ request }, { payload }) => {
        if (request?.requestId === payload.requestId) request.payable = payload.payable;
      })
      .addMatcher(linkedRequestRead.isAnswered, (state, { payload }) => {
        hold(state, { request: payload.answer });
      });
  },
});

export const linkedRequestReducer = slice.reducer;
