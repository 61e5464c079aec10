/**
 * Entering and leaving the portal as a customer: the session from the cookie, then the data that every page's
 * layout needs. Each page loads its own content.
 */
import { shellTexts } from '#texts/site/shell';
import { isStatus } from '../../shared/api/http.ts';
import { authReset, type Session, signIn, signOut, signOutEverywhere } from './auth.ts';
import { companyRead, customerRead, projectsRead, selectBrand, selectCompany } from './reads.ts';
import type { AppThunk } from './root.ts';
import { signedOut } from './session-events.ts';
import { toastShown } from './toasts.ts';

export type SessionChange = { kind: 'signedIn' | 'signedOut'; session: Session };

export function enterPortal(domain: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const isInside = getState().auth.session?.domain === domain;
    if (isInside || (await dispatch(continueSession(domain)))) await dispatch(loadPortal());
  };
}

export function openPortal(
  domain: string,
  openPage: () => AppThunk<Promise<void>>,
): AppThunk<Promise<void>> {
  return async (dispatch) => {
    if (!(await dispatch(continueSession(domain)))) return;
    await Promise.all([dispatch(loadPortal()), dispatch(openPage())]);
  };
}

/** Continues the session of the cookie, if there is one. Also returns false while another call is running. */
export function continueSession(domain: string): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { inFlight }) => {
    const key = `auth/session ${domain}`;
    if (inFlight.has(key)) return false;
    inFlight.add(key);
    const result = await dispatch(signIn({ domain }));
    inFlight.delete(key);
    return signIn.fulfilled.match(result);
  };
}

/**
 * Loads the company with its terms, the customer with the saved methods, and the projects. Only missing data is
 * loaded, so this is also the retry.
 */
export function loadPortal(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const state = getState();
    const { session } = state.auth;
    if (!session) return;
    const params = { id: session.customerId };
    const isMissing = ({ name }: { name: string }) => !state.reads[name]?.heldKey;
    await Promise.all([
      isMissing(companyRead) && dispatch(companyRead.load({ route: 'privateCompany' })),
      isMissing(customerRead) && dispatch(customerRead.load({ route: 'customer', params })),
      isMissing(projectsRead) && dispatch(projectsRead.load({ route: 'projects' })),
    ]);
  };
}

/** Without a response the session may still be active, so the customer stays signed in and sees the failure. */
export function leavePortal({ isEverywhere = false } = {}): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const result = await dispatch(isEverywhere ? signOutEverywhere({}) : signOut({}));
    // A 401 means the session has already ended.
    const isOver = !('error' in result) || isStatus(result.payload, 401);
    if (isOver) dispatch(endSession());
    else dispatch(toastShown({ tone: 'error', text: shellTexts.signOutFailed }));
  };
}

/** The customer signed out, so this tab also deletes the keys of their payments. */
function endSession(): AppThunk {
  return (dispatch, _getState, { attempts }) => {
    attempts.forgetAll();
    dispatch(forgetCustomer());
  };
}

/** Signs out only this window, without a call to the server. */
export function forgetCustomer(): AppThunk {
  return (dispatch, _getState, { principal, reads }) => {
    reads.abandon();
    principal.become({ kind: 'anyone' });
    dispatch(signedOut());
    dispatch(authReset());
  };
}

/** Checks whether the session still exists. If it does not, the API client reports its end (R21). */
export function checkSession(): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const { session } = getState().auth;
    if (!session) return false;
    const params = { id: session.customerId };
    return dispatch(customerRead.load({ route: 'customer', params }));
  };
}

/**
 * Another window of this browser signed in or out. All windows share the cookie: a window that waits for a sign-in
 * with the same company continues the session, and a window of the signed-out customer signs out.
 */
export function followSessionChange({ kind, session }: SessionChange): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const state = getState();
    const { auth } = state;
    if (kind === 'signedOut') {
      if (auth.session?.customerId === session.customerId) dispatch(endSession());
      return;
    }
    const isWaiting = auth.session === null || auth.isSessionOver;
    const known = [selectBrand(state), selectCompany(state)];
    if (isWaiting && known.some((brand) => brand?.domain === session.domain))
      await dispatch(continueSession(session.domain));
  };
}
