/** Contracts: one page of the list, the totals beside it and the tabs above it (R24). */
import type { AnswerOf } from '@quittance/contract/routes';
import { createSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '../api/failure.ts';
import { createApiThunk } from './app-thunk.ts';

type ContractPage = AnswerOf<'contracts'>;

export type ContractsState = {
  list: ContractPage['contracts'];
  pagination: ContractPage['pagination'] | null;
  additional: ContractPage['additional'];
  tabs: AnswerOf<'contractTabs'>['tabs'];
  isLoading: boolean;
  /** Whether the list is an answer, so that none means none. */
  isKnown: boolean;
  failure: ApiFailure | null;
};

const initialState: ContractsState = {
  list: [],
  pagination: null,
  additional: {},
  tabs: [],
  isLoading: false,
  isKnown: false,
  failure: null,
};

export const loadContracts = createApiThunk('contracts/load', 'contracts', {
  failureNotice: 'screen',
});
export const askContractLink = createApiThunk('contracts/askLink', 'contractLink');
export const loadContractTabs = createApiThunk('contracts/loadTabs', 'contractTabs');

const slice = createSlice({
  name: 'contracts',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadContracts.pending, (state) => {
        state.isLoading = true;
        state.failure = null;
      })
      .addCase(loadContracts.fulfilled, (state, { payload }) => {
        state.isLoading = false;
        state.isKnown = true;
        state.list = payload.contracts;
        state.pagination = payload.pagination;
        state.additional = payload.additional;
      })
      .addCase(loadContracts.rejected, (state, { payload }) => {
        // A search that was typed on has a newer question under way.
        if (payload?.kind === 'aborted') return;
        state.isLoading = false;
        state.failure = payload ?? null;
      })
      .addCase(loadContractTabs.fulfilled, (state, { payload }) => {
        state.tabs = payload.tabs;
      });
  },
});

export const contractsReducer = slice.reducer;
