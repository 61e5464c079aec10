/**
 * How the reads of the groups are going, by name (read.ts). A group holds the answer itself (product §3.16);
 * here is what it answers, whether a newer answer is on its way, and why the last read failed.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '../../shared/api/client.ts';

export type ReadState = {
  /** What was asked for last. */
  key: string;
  /** What the group holds the answer to; null before the first one. */
  heldKey: string | null;
  isLoading: boolean;
  failure: ApiFailure | null;
};

export type ReadsState = Record<string, ReadState>;

/** The held answer is to what was asked last, not to an earlier request. */
export function isCurrent(read: ReadState | undefined): boolean {
  return read !== undefined && read.heldKey === read.key;
}

type ReadId = { name: string; key: string };
/** `isToast`: the failure is also shown in a toast (product §8.6). */
type ReadFailure = ReadId & { failure: ApiFailure; isToast: boolean };

const initialState: ReadsState = {};

const slice = createSlice({
  name: 'read',
  initialState,
  reducers: {
    readAsked: (state, { payload: { name, key } }: PayloadAction<ReadId>) => {
      const last = state[name];
      // The reason stays until the next answer, so that a retry does not remove its own button.
      const failure = last?.key === key ? last.failure : null;
      state[name] = { key, heldKey: last?.heldKey ?? null, isLoading: true, failure };
    },
    readAnswered: (
      state,
      { payload: { name, key } }: PayloadAction<ReadId & { answer: unknown }>,
    ) => {
      state[name] = { key, heldKey: key, isLoading: false, failure: null };
    },
    readFailed: (state, { payload: { name, failure } }: PayloadAction<ReadFailure>) => {
      const read = state[name];
      if (read) Object.assign(read, { isLoading: false, failure });
    },
    /** The page was left before the answer arrived. */
    readLeft: (state, { payload }: PayloadAction<{ name: string }>) => {
      const read = state[payload.name];
      if (read) read.isLoading = false;
    },
  },
});

export const { readAsked, readAnswered, readFailed, readLeft } = slice.actions;
export const readsReducer = slice.reducer;
