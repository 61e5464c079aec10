/**
 * The request behind a public link that is not an invoice's (R4): selected orders or an accepted estimate.
 * Linked invoices are in invoices.ts.
 */
import type { AnswerOf } from '@quittance/contract/routes';
import { createSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '../../api/failure.ts';
import { payableRefreshed } from '../payment/payable-refreshed.ts';
import { createApiThunk } from '../store/app-thunk.ts';

export type LinkedRequest = AnswerOf<'publicRequest'>;

export type LinkedRequestState = {
  request: LinkedRequest | null;
  isLoading: boolean;
  failure: ApiFailure | null;
};

const initialState: LinkedRequestState = { request: null, isLoading: false, failure: null };

export const loadPublicRequest = createApiThunk('linkedRequest/load', 'publicRequest', {
  failureNotice: 'screen',
});

const slice = createSlice({
  name: 'linkedRequest',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadPublicRequest.pending, (state) => {
        state.isLoading = true;
      })
      .addCase(loadPublicRequest.fulfilled, (_, { payload }) => ({
        request: payload,
        isLoading: false,
        failure: null,
      }))
      .addCase(loadPublicRequest.rejected, (state, { payload }) => {
        state.isLoading = false;
        state.failure = payload ?? null;
      })
      .addCase(payableRefreshed, ({ request }, { payload }) => {
        if (request?.requestId === payload.requestId) request.payable = payload.payable;
      });
  },
});

export const linkedRequestReducer = slice.reducer;
