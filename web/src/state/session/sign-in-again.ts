/**
 * A fresh sign-in without leaving the page, for what the server allows only shortly after one (R23): the
 * page and everything typed on it stay. Unlike signing in, a wrong code signs nobody out.
 */

import { failureText } from '../store/failure-text.ts';
import type { AppThunk } from '../store/root.ts';
import { requestSignIn } from './auth.ts';

/** Null when it went well, else what to say. */
type Outcome = Promise<string | null>;

export function sendCode(): AppThunk<Outcome> {
  return async (dispatch, getState) => {
    const { session } = getState().auth;
    const { customer } = getState().customer;
    if (!session || !customer || !('id' in customer)) return failureText(undefined);
    const email = customer.emailPrimary?.value ?? customer.customerRef;
    const asked = await dispatch(
      requestSignIn({
        params: { id: customer.customerRef },
        body: { email, domain: session.domain, isLocal: false },
      }),
    );
    return requestSignIn.rejected.match(asked) ? failureText(asked.payload) : null;
  };
}

export function signInAgain(code: string): AppThunk<Outcome> {
  return async (_dispatch, getState, { api, principal }) => {
    const { session } = getState().auth;
    const before = principal.current();
    if (!session || before.kind !== 'customer') return failureText(undefined);
    const result = await api.call('signInByCode', { body: { domain: session.domain, code } });
    if (!result.isOk) return failureText(result.failure);
    principal.become({ ...before, bearer: result.answer.token });
    return null;
  };
}
