/** The customer: whole when signed in, only a first name behind a public link (R4). */
import type { Customer, PublicCustomer } from '@quittance/contract/customer';
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';

export type CustomerState = {
  customer: Customer | PublicCustomer | null;
  isLoading: boolean;
  autoPayIsLoading: boolean;
};

const initialState: CustomerState = { customer: null, isLoading: false, autoPayIsLoading: false };

export const loadCustomer = createApiThunk('customer/load', 'customer');
export const loadPublicCustomer = createApiThunk('customer/loadPublic', 'publicCustomer', {
  failureNotice: 'screen',
});

const slice = createSlice({
  name: 'customer',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addMatcher(isAnyOf(loadCustomer.pending, loadPublicCustomer.pending), (state) => {
        state.isLoading = true;
      })
      .addMatcher(
        isAnyOf(loadCustomer.fulfilled, loadPublicCustomer.fulfilled),
        (state, { payload }) => {
          state.isLoading = false;
          state.customer = payload.debtor;
        },
      )
      .addMatcher(isAnyOf(loadCustomer.rejected, loadPublicCustomer.rejected), (state) => {
        state.isLoading = false;
      });
  },
});

export const customerReducer = slice.reducer;
