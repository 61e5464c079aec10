/** The customer: complete when signed in, only the first name on a public link (R4). */
import type { Customer, PublicCustomer } from '@quittance/contract/customers/portal-schemas';
import { createSlice, isAnyOf, isFulfilled, isPending, isRejected } from '@reduxjs/toolkit';
import { toastTexts } from '#texts/site/toasts';
import { createApiThunk } from './app-thunk.ts';
import { createRead, hold } from './read.ts';

export type CustomerState = {
  customer: Customer | PublicCustomer | null;
  isSaving: boolean;
  /** Auto-pay or a method is being changed. One flag: each change may affect the other. */
  autoPayIsLoading: boolean;
};

const initialState: CustomerState = {
  customer: null,
  isSaving: false,
  autoPayIsLoading: false,
};

export const customerRead = createRead<'customer' | 'publicCustomer'>('customer/customer', {
  isToast: true,
  isKept: true,
});
export const updateCustomer = createApiThunk('customer/update', 'updateCustomer', {
  successToast: toastTexts.detailsSaved,
});
/** The page is opened again in it, which says enough. */
export const saveLanguage = createApiThunk('customer/saveLanguage', 'updateCustomer', {
  failureNotice: 'screen',
});
export const toggleAutoPay = createApiThunk('customer/toggleAutoPay', 'toggleAutoPay');
export const setAutoPayMethod = createApiThunk('customer/setAutoPayMethod', 'setAutoPayMethod');
export const removeMethod = createApiThunk('customer/removeMethod', 'removeMethod', {
  successToast: toastTexts.methodRemoved,
});

const METHOD_CHANGES = [toggleAutoPay, setAutoPayMethod, removeMethod] as const;

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
      .addMatcher(customerRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { customer: answer.debtor });
      })
      .addMatcher(isFulfilled(updateCustomer, removeMethod), (state, { payload }) => {
        state.isSaving = false;
        state.customer = payload.debtor;
      })
      .addMatcher(isFulfilled(toggleAutoPay, setAutoPayMethod), ({ customer }, { payload }) => {
        if (!customer || !('id' in customer)) return;
        customer.autoPayPMID = payload.autoPayPMID;
        if ('isAutoPayActive' in payload) customer.isAutoPayActive = payload.isAutoPayActive;
      })
      .addMatcher(isPending(...METHOD_CHANGES), (state) => {
        state.autoPayIsLoading = true;
      })
      .addMatcher(
        isAnyOf(isFulfilled(...METHOD_CHANGES), isRejected(...METHOD_CHANGES)),
        (state) => {
          state.autoPayIsLoading = false;
        },
      );
  },
});

export const customerReducer = slice.reducer;
