/**
 * Invoices: the list, the open one, and the loading flags. An answer never replaces a newer one: every
 * invoice carries its version.
 */
import type { BalanceSummary, Invoice, PublicInvoice } from '@quittance/contract/schemas/invoices';
import { createSlice, isFulfilled, isPending, isRejected } from '@reduxjs/toolkit';
import type { ApiFailure } from '../../api/failure.ts';
import { payableRefreshed } from '../payment/payable-refreshed.ts';
import { createApiThunk } from '../store/app-thunk.ts';
import { reuseIfEqual } from '../store/reuse-if-equal.ts';

export type InvoicesState = {
  /** One page; null until the first answer, so that "none" and "not loaded" differ. */
  list: Invoice[] | null;
  /** The query of the page, so that it is not shown for another query. */
  listKey: string | null;
  listFailure: ApiFailure | null;
  /** The newest request for the list: answers to older ones are dropped. */
  listRequestId: string | null;
  summary: BalanceSummary | null;
  hasBalanceFailed: boolean;
  nextCursor: string | null;
  selectedInvoice: Invoice | PublicInvoice | null;
  isListLoading: boolean;
  isInvoiceLoading: boolean;
  isCanceling: boolean;
  failure: ApiFailure | null;
};

const initialState: InvoicesState = {
  list: null,
  listKey: null,
  listFailure: null,
  listRequestId: null,
  summary: null,
  hasBalanceFailed: false,
  nextCursor: null,
  selectedInvoice: null,
  isListLoading: false,
  isInvoiceLoading: false,
  isCanceling: false,
  failure: null,
};

export const loadInvoices = createApiThunk('invoices/load', 'invoices');
/** Only the summary, which comes with a first page: for a visit that starts on a later page. */
export const loadBalance = createApiThunk('invoices/loadBalance', 'invoices', {
  failureNotice: 'screen',
});
export const loadInvoice = createApiThunk('invoices/loadOne', 'invoice');
export const loadPublicInvoice = createApiThunk('invoices/loadPublic', 'publicInvoice', {
  failureNotice: 'screen',
});

function isOlder(answer: PublicInvoice, held: PublicInvoice | null): boolean {
  return held?.requestId === answer.requestId && answer.version < held.version;
}

export type InvoicesQuery = Parameters<typeof loadInvoices>[0]['query'];

export function listKeyOf(query: InvoicesQuery): string {
  return JSON.stringify(query);
}

const slice = createSlice({
  name: 'invoices',
  initialState,
  reducers: {
    /** Before another invoice opens: its page must not show the previous one. */
    invoiceClosed: (state) => {
      state.selectedInvoice = null;
      state.failure = null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(payableRefreshed, ({ selectedInvoice }, { payload }) => {
        if (selectedInvoice?.requestId === payload.requestId)
          selectedInvoice.payable = payload.payable;
      })
      .addCase(loadInvoices.pending, (state, { meta }) => {
        state.isListLoading = true;
        state.listRequestId = meta.requestId;
      })
      .addCase(loadInvoices.fulfilled, (state, { payload, meta }) => {
        if (meta.requestId !== state.listRequestId) return;
        state.isListLoading = false;
        state.listFailure = null;
        state.listKey = listKeyOf(meta.arg.query);
        state.list = reuseIfEqual(state.list, payload.accounts);
        state.summary = reuseIfEqual(state.summary, payload.summary ?? state.summary);
        state.nextCursor = payload.nextCursor;
      })
      .addCase(loadInvoices.rejected, (state, { payload, meta }) => {
        if (meta.requestId !== state.listRequestId) return;
        state.isListLoading = false;
        state.listFailure = payload ?? null;
      })
      .addCase(loadBalance.pending, (state) => {
        state.hasBalanceFailed = false;
      })
      .addCase(loadBalance.rejected, (state) => {
        state.hasBalanceFailed = true;
      })
      .addCase(loadBalance.fulfilled, (state, { payload }) => {
        state.summary = payload.summary;
      })
      .addMatcher(isPending(loadInvoice, loadPublicInvoice), (state) => {
        state.isInvoiceLoading = true;
      })
      .addMatcher(isFulfilled(loadInvoice, loadPublicInvoice), (state, { payload }) => {
        state.isInvoiceLoading = false;
        state.failure = null;
        if (!isOlder(payload.account, state.selectedInvoice))
          state.selectedInvoice = payload.account;
      })
      .addMatcher(isRejected(loadInvoice, loadPublicInvoice), (state, { payload }) => {
        state.isInvoiceLoading = false;
        state.failure = payload ?? null;
      });
  },
});

export const { invoiceClosed } = slice.actions;
export const invoicesReducer = slice.reducer;
