/** Payments made: all of a customer's, and those of the invoice that is open. */
import type { PublicTransaction, Transaction } from '@quittance/contract/invoices';
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { ApiFailure } from '../../api/failure.ts';
import { createApiThunk } from '../store/app-thunk.ts';
import { invoiceClosed } from './invoices.ts';

export type PaymentsState = {
  /** One page of them, and where it begins; null until the first answer. */
  payments: Transaction[] | null;
  paymentsCursor: string | null;
  nextCursor: string | null;
  failure: ApiFailure | null;
  /** The newest question about the list: answers to the ones before it are too late. */
  listRequestId: string | null;
  /** Null until the first answer, so that "none yet" and "not known yet" look different. */
  invoicePayments: (Transaction | PublicTransaction)[] | null;
  hasInvoicePaymentsFailed: boolean;
  isLoading: boolean;
};

const initialState: PaymentsState = {
  payments: null,
  paymentsCursor: null,
  nextCursor: null,
  failure: null,
  listRequestId: null,
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
      .addCase(loadPayments.pending, (state, { meta }) => {
        state.isLoading = true;
        state.listRequestId = meta.requestId;
      })
      .addCase(loadPayments.fulfilled, (state, { payload, meta }) => {
        if (meta.requestId !== state.listRequestId) return;
        state.isLoading = false;
        state.failure = null;
        state.payments = payload.transactions;
        state.paymentsCursor = meta.arg.query.cursor ?? null;
        state.nextCursor = payload.nextCursor;
      })
      .addCase(loadPayments.rejected, (state, { payload, meta }) => {
        if (meta.requestId !== state.listRequestId) return;
        state.isLoading = false;
        state.failure = payload ?? null;
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
