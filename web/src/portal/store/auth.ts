/**
 * The session of the signed-in customer (product §4.16 to §4.18). The bearer token is held in memory, in the
 * principal; scripts cannot read the cookie (R20).
 */

import type { UsedPasskey } from '@quittance/contract/identity/passkey-schemas';
import type { SignedIn } from '@quittance/contract/identity/portal-routes';
import type { CompanyDomain, CustomerId } from '@quittance/contract/ids';
import {
  createAsyncThunk,
  createSlice,
  isFulfilled,
  isPending,
  isRejected,
} from '@reduxjs/toolkit';
import type { ApiFailure, CallResult } from '../../shared/api/client.ts';
import { type ApiThunkMeta, createApiThunk } from './app-thunk.ts';
import { sessionEnded, signedOut } from './session-events.ts';
import type { StoreParts } from './store-parts.ts';

export type Session = {
  customerId: CustomerId;
  domain: CompanyDomain;
  /** A payment was overdue or due soon at sign-in (R35). */
  isPaymentDue: boolean;
};

export type AuthState = {
  isAuthLoading: boolean;
  isCustomerAuth: boolean;
  session: Session | null;
  /** The server ended the session while a page was open. The page waits for a new sign-in. */
  isSessionOver: boolean;
};

const initialState: AuthState = {
  isAuthLoading: true,
  isCustomerAuth: false,
  session: null,
  isSessionOver: false,
};
const SIGNED_OUT: AuthState = { ...initialState, isAuthLoading: false };

type SignInConfig = {
  state: { auth: AuthState };
  extra: StoreParts;
  rejectValue: ApiFailure;
  rejectedMeta: ApiThunkMeta;
};

/** The sign-in screens show failures themselves. */
const ON_SCREEN: ApiThunkMeta = { failureNotice: 'screen', successToast: null };

type ExchangeResult = CallResult<'signIn'>;

function enter({ principal }: StoreParts, answer: SignedIn): Session {
  const { customerId, domain, token, isPaymentDue } = answer;
  principal.become({ kind: 'customer', domain, customerId, bearer: token });
  return { customerId, domain, isPaymentDue };
}

function exchange<Input>(
  type: string,
  call: (api: StoreParts['api'], input: Input) => Promise<ExchangeResult>,
) {
  return createAsyncThunk<Session, Input, SignInConfig>(
    type,
    async (input, { extra, getState, dispatch, rejectWithValue }) => {
      const result = await call(extra.api, input);
      if (!result.isOk) return rejectWithValue(result.failure, ON_SCREEN);
      const { session: previous } = getState().auth;
      if (previous && previous.customerId !== result.answer.customerId) {
        extra.reads.abandon();
        dispatch(signedOut());
      }
      return enter(extra, result.answer);
    },
  );
}

/** Signs in with a token from an email, or without one to get a new bearer token from the cookie (R20). */
export const signIn = exchange('auth/signIn', (api, query: { token?: string; domain?: string }) =>
  api.call('signIn', { query }),
);

/** Uses the code from the email. In a browser other than the requesting one, the link's token is also sent. */
export const signInByCode = exchange(
  'auth/signInByCode',
  (api, body: { domain: string; code: string; token?: string; isKept?: boolean }) =>
    api.call('signInByCode', { body }),
);

export const signInByPasskey = exchange(
  'auth/signInByPasskey',
  (api, body: { domain: string; passkey: UsedPasskey; isKept?: boolean }) =>
    api.call('signInByPasskey', { body }),
);

const SIGN_INS = [signIn, signInByCode, signInByPasskey] as const;

export const requestSignIn = createApiThunk('auth/requestSignIn', 'sendSignInMail', {
  failureNotice: 'screen',
});
export const signOut = createApiThunk('auth/signOut', 'signOut', { failureNotice: 'screen' });
export const signOutEverywhere = createApiThunk('auth/signOutEverywhere', 'signOutEverywhere', {
  failureNotice: 'screen',
});

const slice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    authReset: () => SIGNED_OUT,
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionEnded, (state) => {
        if (state.session) state.isSessionOver = true;
      })
      .addMatcher(isPending(...SIGN_INS), (state) => {
        state.isAuthLoading = true;
      })
      .addMatcher(
        isFulfilled(...SIGN_INS),
        (_, { payload }): AuthState => ({
          isAuthLoading: false,
          isCustomerAuth: true,
          session: payload,
          isSessionOver: false,
        }),
      )
      .addMatcher(
        isRejected(...SIGN_INS),
        // A wrong code does not close the open page.
        (state) => (state.isSessionOver ? { ...state, isAuthLoading: false } : SIGNED_OUT),
      );
  },
});

export const { authReset } = slice.actions;
export const authReducer = slice.reducer;
