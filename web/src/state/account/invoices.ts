/**
 * Invoices: the list, the one that is open, and what is being loaded or cancelled. An answer never
 * replaces a newer one: every invoice carries its version.
 */
import type { BalanceSummary, Invoice, PublicInvoice } from '@quittance/contract/invoices';
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { ApiFailure } from '../../api/failure.ts';
import { payableRefreshed } from '../payment/payable-refreshed.ts';
import { createApiThunk } from '../store/app-thunk.ts';
import { reuseIfEqual } from '../store/reuse-if-equal.ts';

export type InvoicesState = {
  /** One page of them; null until the first answer, so that "none" and "not known yet" differ. */
  list: Invoice[] | null;
  /** What the page was asked for with, so that nobody takes it for the answer to something else. */
  listKey: string | null;
  listFailure: ApiFailure | null;
  /** The newest question about the list: answers to the ones before it are too late. */
  listRequestId: string | null;
  summary: BalanceSummary | null;
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
  nextCursor: null,
  selectedInvoice: null,
  isListLoading: false,
  isInvoiceLoading: false,
  isCanceling: false,
  failure: null,
};

export const loadInvoices = createApiThunk('invoices/load', 'invoices');
/** Only what comes with a first page: for whoever arrives in the middle of the list. */
export const loadBalance = createApiThunk('invoices/loadBalance', 'invoices');
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
    /** Another invoice is opened: nothing of the former one may shine through. */
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
      .addCase(loadBalance.fulfilled, (state, { payload }) => {
        state.summary = payload.summary;
      })
      .addMatcher(isAnyOf(loadInvoice.pending, loadPublicInvoice.pending), (state) => {
        state.isInvoiceLoading = true;
      })
      .addMatcher(
        isAnyOf(loadInvoice.fulfilled, loadPublicInvoice.fulfilled),
        (state, { payload }) => {
          state.isInvoiceLoading = false;
          state.failure = null;
          if (!isOlder(payload.account, state.selectedInvoice))
            state.selectedInvoice = payload.account;
        },
      )
      .addMatcher(
        isAnyOf(loadInvoice.rejected, loadPublicInvoice.rejected),
        (state, { payload }) => {
          state.isInvoiceLoading = false;
          state.failure = payload ?? null;
        },
      );
  },
});

export const { invoiceClosed } = slice.actions;
export const invoicesReducer = slice.reducer;
