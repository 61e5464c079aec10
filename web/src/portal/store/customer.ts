/** Changes to the customer, auto-pay and saved methods. Loaded customer data is in reads.ts. */
import { createSlice, isAnyOf, isFulfilled, isPending, isRejected } from '@reduxjs/toolkit';
import { toastTexts } from '#texts/site/toasts';
import { createApiThunk } from './app-thunk.ts';

export type CustomerState = {
  isSaving: boolean;
  /**
   * True while auto-pay or a method is being changed. They share one flag, because each change may affect the
   * other.
   */
  autoPayIsLoading: boolean;
};

const initialState: CustomerState = {
  isSaving: false,
  autoPayIsLoading: false,
};

export const updateCustomer = createApiThunk('customer/update', 'updateCustomer', {
  successToast: toastTexts.detailsSaved,
});
/** The page reloads in the new language, so no success toast is needed. */
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
      .addCase(updateCustomer.fulfilled, (state) => {
        state.isSaving = false;
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
