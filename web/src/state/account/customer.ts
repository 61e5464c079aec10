/** The customer: whole when signed in, only a first name behind a public link (R4). */
import type { Customer, PublicCustomer } from '@quittance/contract/customer';
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import { toastTexts } from '#texts/site/toasts';
import { createApiThunk } from '../store/app-thunk.ts';

export type CustomerState = {
  customer: Customer | PublicCustomer | null;
  isLoading: boolean;
  isSaving: boolean;
  /** Auto-pay or a method is being changed; one flag for both, because each may change the other. */
  autoPayIsLoading: boolean;
};

const initialState: CustomerState = {
  customer: null,
  isLoading: false,
  isSaving: false,
  autoPayIsLoading: false,
};

export const loadCustomer = createApiThunk('customer/load', 'customer');
export const loadPublicCustomer = createApiThunk('customer/loadPublic', 'publicCustomer', {
  failureNotice: 'screen',
});
export const updateCustomer = createApiThunk('customer/update', 'updateCustomer', {
  successToast: toastTexts.detailsSaved,
});
export const toggleAutoPay = createApiThunk('customer/toggleAutoPay', 'toggleAutoPay');
export const setAutoPayMethod = createApiThunk('customer/setAutoPayMethod', 'setAutoPayMethod');
export const removeMethod = createApiThunk('customer/removeMethod', 'removeMethod', {
  successToast: toastTexts.methodRemoved,
});

const isMethodChangeSent = isAnyOf(
  toggleAutoPay.pending,
  setAutoPayMethod.pending,
  removeMethod.pending,
);
const isMethodChangeAnswered = isAnyOf(
  toggleAutoPay.fulfilled,
  toggleAutoPay.rejected,
  setAutoPayMethod.fulfilled,
  setAutoPayMethod.rejected,
  removeMethod.fulfilled,
  removeMethod.rejected,
);

const slice = createSlice({
  name: 'customer',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(updateCustomer.pending, (state) => {
        state.isSaving = true;
      })
      .addCase(updateCustomer.rejected, (state) => {
        state.isSaving = false;
      })
      .addMatcher(isAnyOf(loadCustomer.pending, loadPublicCustomer.pending), (state) => {
        state.isLoading = true;
      })
      .addMatcher(isAnyOf(loadCustomer.rejected, loadPublicCustomer.rejected), (state) => {
        state.isLoading = false;
      })
      .addMatcher(isAnyOf(loadCustomer.fulfilled, loadPublicCustomer.fulfilled), (state) => {
        state.isLoading = false;
      })
      .addMatcher(
        isAnyOf(
          loadCustomer.fulfilled,
          loadPublicCustomer.fulfilled,
          updateCustomer.fulfilled,
          removeMethod.fulfilled,
        ),
        (state, { payload }) => {
          state.isSaving = false;
          state.customer = payload.debtor;
        },
      )
      .addMatcher(
        isAnyOf(toggleAutoPay.fulfilled, setAutoPayMethod.fulfilled),
        ({ customer }, { payload }) => {
          if (!customer || !('id' in customer)) return;
          customer.autoPayPMID = payload.autoPayPMID;
          if ('isAutoPayActive' in payload) customer.isAutoPayActive = payload.isAutoPayActive;
        },
      )
      .addMatcher(isMethodChangeSent, (state) => {
        state.autoPayIsLoading = true;
      })
      .addMatcher(isMethodChangeAnswered, (state) => {
        state.autoPayIsLoading = false;
      });
  },
});

export const customerReducer = slice.reducer;
