/** Payments: all of a customer's, and those of the open invoice. */
import type { PublicTransaction, Transaction } from '@quittance/contract/schemas/invoices';
import { createSlice, isFulfilled, isRejected } from '@reduxjs/toolkit';
import type { ApiFailure } from '../../api/failure.ts';
import { createApiThunk } from '../store/app-thunk.ts';
import { invoiceClosed } from './invoices.ts';

export type PaymentsState = {
  /** One page and its cursor; null until the first answer. */
  payments: Transaction[] | null;
  paymentsCursor: string | null;
  nextCursor: string | null;
  failure: ApiFailure | null;
  /** The newest request for the list: answers to older ones are dropped. */
  listRequestId: string | null;
  /** Null until the first answer, so that "none" and "not loaded" differ. */
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
        isFulfilled(loadInvoicePayments, loadPublicInvoicePayments),
        (state, { payload }) => {
          state.invoicePayments = payload.transactions;
          state.hasInvoicePaymentsFailed = false;
        },
      )
      .addMatcher(isRejected(loadInvoicePayments, loadPublicInvoicePayments), (state) => {
        state.hasInvoicePaymentsFailed = true;
      });
  },
});

export const paymentsReducer = slice.reducer;
