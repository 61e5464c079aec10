/** Several invoices that are paid together (R48): what can be chosen, and the choice. */
import type { AnswerOf } from '@quittance/contract/portal-routes';
import type { InvoiceSelection } from '@quittance/contract/requests/invoice-selection';
import { createSlice } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';
import { payableRefreshed } from './payable-refreshed.ts';
import { createRead, hold } from './read.ts';

export type SelectionState = {
  payable: AnswerOf<'payableInvoices'> | null;
  selection: InvoiceSelection | null;
};

const initialState: SelectionState = { payable: null, selection: null };

export const payableInvoicesRead = createRead<'payableInvoices'>('selection/payable');
export const selectionRead = createRead<'invoiceSelection'>('selection/selection');
export const selectInvoices = createApiThunk('selection/select', 'selectInvoices');

const slice = createSlice({
  name: 'selection',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(selectInvoices.fulfilled, (state, { payload }) => {
        hold(state, { selection: payload.selection });
      })
      .addCase(payableRefreshed, ({ selection }, { payload }) => {
        if (selection?.requestId === payload.requestId) selection.payable = payload.payable;
      })
      .addMatcher(payableInvoicesRead.isAnswered, (state, { payload }) => {
        hold(state, { payable: payload.answer });
      })
      .addMatcher(selectionRead.isAnswered, (state, { payload }) => {
        hold(state, { selection: payload.answer.selection });
      });
  },
});

export const selectionReducer = slice.reducer;
