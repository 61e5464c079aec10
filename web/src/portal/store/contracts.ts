/** Contracts: one page of the list, its totals and the tabs (R24). */
import type { AnswerOf } from '@quittance/contract/portal-routes';
import { createSlice } from '@reduxjs/toolkit';
import { createApiThunk } from './app-thunk.ts';
import { createRead, hold } from './read.ts';

type ContractPage = AnswerOf<'contracts'>;

export type ContractsState = {
  list: ContractPage['contracts'];
  /** Null until the first answer. */
  pagination: ContractPage['pagination'] | null;
  additional: ContractPage['additional'];
  tabs: AnswerOf<'contractTabs'>['tabs'];
};

const initialState: ContractsState = { list: [], pagination: null, additional: {}, tabs: [] };

export const contractsRead = createRead<'contracts'>('contracts/list');
export const contractTabsRead = createRead<'contractTabs'>('contracts/tabs');
export const loadContractLink = createApiThunk('contracts/loadLink', 'contractLink');

const slice = createSlice({
  name: 'contracts',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addMatcher(contractsRead.isAnswered, (state, { payload: { answer } }) => {
        const { contracts: list, pagination, additional } = answer;
        hold(state, { list, pagination, additional });
      })
      .addMatcher(contractTabsRead.isAnswered, (state, { payload: { answer } }) => {
        hold(state, { tabs: answer.tabs });
      });
  },
});

export const contractsReducer = slice.reducer;
