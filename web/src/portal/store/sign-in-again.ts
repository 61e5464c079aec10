/**
 * A new sign-in without leaving the page, for actions the server allows only shortly after one (R23): the
 * page and its input stay. Unlike `signInByCode`, a wrong code does not sign out.
 */

import { requestSignIn } from './auth.ts';
import { failureText } from './failure-text.ts';
import { selectSignedInCustomer } from './reads.ts';
import type { AppThunk } from './root.ts';

/** The error text, or null on success. */
type Outcome = Promise<string | null>;

export function sendCode(): AppThunk<Outcome> {
  return async (dispatch, getState) => {
    const { session } = getState().auth;
    const customer = selectSignedInCustomer(getState());
    if (!session || !customer) return failureText(undefined);
    const email = customer.emailPrimary?.value ?? customer.customerRef;
    const result = await dispatch(
      requestSignIn({
        params: { id: customer.customerRef },
        body: { email, domain: session.domain, isLocal: false },
      }),
    );
    return requestSignIn.rejected.match(result) ? failureText(result.payload) : null;
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
