/** Invoices: a page of the list with the balance, the open invoice, and the flag for canceling. */
import type {
  BalanceSummary,
  Invoice,
  PublicInvoice,
} from '@quittance/contract/invoices/portal-schemas';
import { createSlice } from '@reduxjs/toolkit';
import { payableRefreshed } from './payable-refreshed.ts';
import { createRead, hold, type ReadRequest } from './read.ts';

export type InvoicesState = {
  /** One page; null until the first answer, so that "none" and "not loaded" differ. */
  list: Invoice[] | null;
  summary: BalanceSummary | null;
  nextCursor: string | null;
  selectedInvoice: Invoice | PublicInvoice | null;
  isCanceling: boolean;
};

const initialState: InvoicesState = {
  list: null,
  summary: null,
  nextCursor: null,
  selectedInvoice: null,
  isCanceling: false,
};

export const invoicesRead = createRead<'invoices'>('invoices/list', { isToast: true });
/** Only the summary, which comes with a first page: for a visit that starts on a later page. */
export const balanceRead = createRead<'invoices'>('invoices/summary');
export const invoiceRead = createRead<'invoice' | 'publicInvoice'>('invoices/selectedInvoice', {
  isToast: true,
});

export type InvoicesQuery = ReadRequest<'invoices'>['query'];

/** Every invoice carries its version: an answer never replaces a newer one. */
function isOlder(answer: PublicInvoice, held: PublicInvoice | null): boolean {
  return held?.requestId === answer.requestId && answer.version < held.version;
}

const slice = createSlice({
  name: 'invoices',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(payableRefreshed, ({ selectedInvoice }, { payload }) => {
        if (selectedInvoice?.requestId === payload.requestId)
          selectedInvoice.payable = payload.payable;
      })
      .addMatcher(invoicesRead.isAnswered, (state, { payload: { answer } }) => {
        const { accounts: list, nextCursor, summary } = answer;
        hold(state, { list, nextCursor, summary: summary ?? state.summary });
      })
      .addMatcher(balanceRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { summary: answer.summary });
      })
      .addMatcher(invoiceRead.isAnswered, (state, { payload: { answer } }) => {
        if (!isOlder(answer.account, state.selectedInvoice))
          hold(state, { selectedInvoice: answer.account });
      });
  },
});

export const invoicesReducer = slice.reducer;
