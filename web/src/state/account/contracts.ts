/** Contracts: one page of the list, its totals and the tabs (R24). */
import type { AnswerOf } from '@quittance/contract/routes';
import { createSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '../../api/failure.ts';
import { createApiThunk } from '../store/app-thunk.ts';

type ContractPage = AnswerOf<'contracts'>;

export type ContractsState = {
  list: ContractPage['contracts'];
  pagination: ContractPage['pagination'] | null;
  additional: ContractPage['additional'];
  tabs: AnswerOf<'contractTabs'>['tabs'];
  isLoading: boolean;
  /** False until the first answer: an empty list is not the same as no answer. */
  isKnown: boolean;
  /** The request the list answers. */
  listKey: string | null;
  failure: ApiFailure | null;
};

const initialState: ContractsState = {
  list: [],
  pagination: null,
  additional: {},
  tabs: [],
  isLoading: false,
  isKnown: false,
  listKey: null,
  failure: null,
};

export const loadContracts = createApiThunk('contracts/load', 'contracts', {
  failureNotice: 'screen',
});
export const loadContractLink = createApiThunk('contracts/loadLink', 'contractLink');
export const loadContractTabs = createApiThunk('contracts/loadTabs', 'contractTabs');

type ContractsRequest = Parameters<typeof loadContracts>[0]['body'];

export function contractsKeyOf(request: ContractsRequest): string {
  return JSON.stringify(request);
}

const slice = createSlice({
  name: 'contracts',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadContracts.pending, (state) => {
        state.isLoading = true;
      })
      .addCase(loadContracts.fulfilled, (state, { payload, meta }) => {
        state.isLoading = false;
        state.failure = null;
        state.isKnown = true;
        state.listKey = contractsKeyOf(meta.arg.body);
        state.list = payload.contracts;
        state.pagination = payload.pagination;
        state.additional = payload.additional;
      })
      .addCase(loadContracts.rejected, (state, { payload }) => {
        // Aborted by a newer search, which is still loading.
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
