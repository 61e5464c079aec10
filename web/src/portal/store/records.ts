/** Records of the whole account: a page of the statement and of the history. */
import type { AnswerOf } from '@quittance/contract/portal-routes';
import { createSlice } from '@reduxjs/toolkit';
import { createRead, hold } from './read.ts';

type Answered<Name extends 'statement' | 'history'> = Omit<AnswerOf<Name>, 'success'>;

export type RecordsState = {
  /** One page each; null until the first answer. */
  statement: Answered<'statement'> | null;
  history: Answered<'history'> | null;
};

const initialState: RecordsState = { statement: null, history: null };

export const statementRead = createRead<'statement'>('records/statement');
export const historyRead = createRead<'history'>('records/history');

const slice = createSlice({
  name: 'records',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addMatcher(statementRead.isAnswered, (state, { payload: { answer } }) => {
        const { success: _success, ...statement } = answer;
        hold(state, { statement });
      })
      .addMatcher(historyRead.isAnswered, (state, { payload: { answer } }) => {
        const { success: _success, ...history } = answer;
        hold(state, { history });
      });
  },
});

export const recordsReducer = slice.reducer;
