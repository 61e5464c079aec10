/**
 * Whether a customer is signed in (product §4.16 to §4.18). The bearer goes into the principal, in
 * memory; the store keeps the two flags only.
 */
import { createAsyncThunk, createSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '../api/failure.ts';
import type { ApiThunkMeta } from './app-thunk.ts';
import type { StoreParts } from './store-parts.ts';

export type AuthState = { isAuthLoading: boolean; isCustomerAuth: boolean };

const initialState: AuthState = { isAuthLoading: true, isCustomerAuth: false };

type SignInConfig = { extra: StoreParts; rejectValue: ApiFailure; rejectedMeta: ApiThunkMeta };

/** With a token from a mail, or without one to mint a new bearer from the cookie (R20). */
export const signIn = createAsyncThunk<void, { token?: string }, SignInConfig>(
  'auth/signIn',
  async ({ token }, { extra, rejectWithValue }) => {
    const result = await extra.api.call('signIn', { query: token ? { token } : {} });
    if (!result.isOk) {
      return rejectWithValue(result.failure, { failureNotice: 'toast', successToast: null });
    }
    extra.principal.become({ kind: 'customer', bearer: result.answer.token });
    return undefined;
  },
);

const slice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    /** Signed out, or found to be: both flags fall. */
    authReset: (state) => {
      state.isAuthLoading = false;
      state.isCustomerAuth = false;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(signIn.pending, (state) => {
        state.isAuthLoading = true;
      })
      .addCase(signIn.fulfilled, (state) => {
        state.isAuthLoading = false;
        state.isCustomerAuth = true;
      })
      .addCase(signIn.rejected, (state) => {
        state.isAuthLoading = false;
        state.isCustomerAuth = false;
      });
  },
});

export const { authReset } = slice.actions;
export const authReducer = slice.reducer;
