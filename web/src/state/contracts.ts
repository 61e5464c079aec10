/** Contracts: one page of the list, the totals beside it and the tabs above it (R24). */
import type { AnswerOf } from '@quittance/contract/routes';
import { createSlice } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';

type ContractPage = AnswerOf<'contracts'>;

export type ContractsState = {
  list: ContractPage['contracts'];
  pagination: ContractPage['pagination'] | null;
  additional: ContractPage['additional'];
  tabs: AnswerOf<'contractTabs'>['tabs'];
  isLoading: boolean;
};

const initialState: ContractsState = {
  list: [],
  pagination: null,
  additional: {},
  tabs: [],
  isLoading: false,
};

export const loadContracts = createApiThunk('contracts/load', 'contracts');
export const loadContractTabs = createApiThunk('contracts/loadTabs', 'contractTabs');

const slice = createSlice({
  name: 'contracts',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadContracts.pending, (state) => {
        state.isLoading = true;
      })
      .addCase(loadContracts.fulfilled, (state, { payload }) => {
        state.isLoading = false;
        state.list = payload.contracts;
        state.pagination = payload.pagination;
        state.additional = payload.additional;
      })
      .addCase(loadContracts.rejected, (state) => {
        state.isLoading = false;
      })
      .addCase(loadContractTabs.fulfilled, (state, { payload }) => {
        state.tabs = payload.tabs;
      });
  },
});

export const contractsReducer = slice.reducer;
