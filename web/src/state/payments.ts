/** Payments made: all of a customer's, and those of the invoice that is open. */
import type { PublicTransaction, Transaction } from '@quittance/contract/invoices';
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';
import { invoiceClosed } from './invoices.ts';

export type PaymentsState = {
  payments: Transaction[];
  nextCursor: string | null;
  /** Null until the first answer, so that "none yet" and "not known yet" look different. */
  invoicePayments: (Transaction | PublicTransaction)[] | null;
  hasInvoicePaymentsFailed: boolean;
  isLoading: boolean;
};

const initialState: PaymentsState = {
  payments: [],
  nextCursor: null,
  invoicePayments: null,
  hasInvoicePaymentsFailed: false,
  isLoading: false,
};

export const loadPayments = createApiThunk('payments/load', 'transactions');
export const loadInvoicePayments = createApiThunk('payments/loadInvoice', 'invoiceTransactions');
export const loadPublicInvoicePayments = createApiThunk(
  'payments/loadPublicInvoice',
  'publicInvoiceTransactions',
  { failureNotice: 'screen' },
);

const slice = createSlice({
  name: 'payments',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(invoiceClosed, (state) => {
        state.invoicePayments = null;
        state.hasInvoicePaymentsFailed = false;
      })
      .addCase(loadPayments.pending, (state) => {
        state.isLoading = true;
      })
      .addCase(loadPayments.fulfilled, (state, { payload, meta }) => {
        const isNextPage = meta.arg.query.cursor !== undefined;
        state.isLoading = false;
        state.payments = isNextPage
          ? [...state.payments, ...payload.transactions]
          : payload.transactions;
        state.nextCursor = payload.nextCursor;
      })
      .addCase(loadPayments.rejected, (state) => {
        state.isLoading = false;
      })
      .addMatcher(
        isAnyOf(loadInvoicePayments.fulfilled, loadPublicInvoicePayments.fulfilled),
        (state, { payload }) => {
          state.invoicePayments = payload.transactions;
          state.hasInvoicePaymentsFailed = false;
        },
      )
      .addMatcher(
        isAnyOf(loadInvoicePayments.rejected, loadPublicInvoicePayments.rejected),
        (state) => {
          state.hasInvoicePaymentsFailed = true;
        },
      );
  },
});

export const paymentsReducer = slice.reducer;
