/** Payments: a page of all of a customer's, and those of the open invoice. */
import type { PublicTransaction, Transaction } from '@quittance/contract/invoices/portal-schemas';
import { createSlice } from '@reduxjs/toolkit';
import { createRead, hold } from './read.ts';

export type PaymentsState = {
  /** One page; null until the first answer. */
  payments: Transaction[] | null;
  nextCursor: string | null;
  /** Null until the first answer, so that "none" and "not loaded" differ. */
  invoicePayments: (Transaction | PublicTransaction)[] | null;
};

const initialState: PaymentsState = { payments: null, nextCursor: null, invoicePayments: null };

export const paymentsRead = createRead<'transactions'>('payments/payments');
export const invoicePaymentsRead = createRead<'invoiceTransactions' | 'publicInvoiceTransactions'>(
  'payments/invoicePayments',
);

const slice = createSlice({
  name: 'payments',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addMatcher(paymentsRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { payments: answer.transactions, nextCursor: answer.nextCursor });
      })
      .addMatcher(invoicePaymentsRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { invoicePayments: answer.transactions });
      });
  },
});

export const paymentsReducer = slice.reducer;
