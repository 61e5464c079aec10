/** The toasts to show, in order. The toast host controls their duration. */
import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export type Toast = { id: string; tone: 'success' | 'error' | 'info'; text: string };

export type ToastsState = { list: Toast[] };

const initialState: ToastsState = { list: [] };

const slice = createSlice({
  name: 'toasts',
  initialState,
  reducers: {
    toastShown: {
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid() } }),
      reducer: (state, { payload }: PayloadAction<Toast>) => {
        state.list.push(payload);
      },
    },
    toastDismissed: (state, { payload }: PayloadAction<Toast['id']>) => {
      state.list = state.list.filter(({ id }) => id !== payload);
    },
  },
});

export const { toastShown, toastDismissed } = slice.actions;
export const toastsReducer = slice.reducer;
