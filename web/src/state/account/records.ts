/** Records of the whole account: a page of the statement, a page of the history, and files of both. */
import type { AnswerOf, QueryOf } from '@quittance/contract/routes';
import { createSlice } from '@reduxjs/toolkit';
import { followLink } from '../../lib/follow-link.ts';
import { createApiThunk } from '../store/app-thunk.ts';
import { createRead, hold } from '../store/read.ts';
import type { AppThunk } from '../store/root.ts';

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

const loadFileLink = createApiThunk('records/fileLink', 'accountFileLink');

/** Loads the link to a file of the account and opens it. A failure is shown in a toast. */
export function openAccountFile(query: QueryOf<'accountFileLink'>): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const id = getState().auth.session?.customerId;
    if (!id) return;
    const answer = await dispatch(loadFileLink({ params: { id }, query }));
    if (loadFileLink.fulfilled.match(answer)) followLink(answer.payload);
  };
}
