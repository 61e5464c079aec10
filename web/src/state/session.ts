/**
 * Entering and leaving the portal as a customer: the session from the cookie, then what every page
 * shows around itself. What a page shows in its middle, the page loads.
 */
import { authReset, type Session, signIn, signOut, signOutEverywhere } from './auth.ts';
import { loadCompany } from './company.ts';
import { loadCustomer } from './customer.ts';
import { portalLeft } from './portal-left.ts';
import { loadProjects } from './projects.ts';
import type { AppThunk } from './root.ts';

export type WindowNews = { kind: 'entered' | 'left'; session: Session };

export function enterPortal(domain: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const isInside = getState().auth.session?.domain === domain;
    if (isInside || (await dispatch(continueSession(domain)))) await dispatch(loadPortal());
  };
}

/** After a reload, or with a link that was used before: the cookie alone, if there is one. */
export function continueSession(domain: string): AppThunk<Promise<boolean>> {
  return async (dispatch) => signIn.fulfilled.match(await dispatch(signIn({ domain })));
}

/** The company with its terms, the customer with the methods, and whether there are projects. */
export function loadPortal(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { session } = getState().auth;
    if (!session) return;
    await Promise.all([
      dispatch(loadCompany({})),
      dispatch(loadCustomer({ params: { id: session.customerId } })),
      dispatch(loadProjects({})),
    ]);
  };
}

export function leavePortal({ isEverywhere = false } = {}): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await dispatch(isEverywhere ? signOutEverywhere({}) : signOut({}));
    dispatch(forgetCustomer());
  };
}

/** Out of this window, without a word to the server: the session is over, or ends by other means. */
export function forgetCustomer(): AppThunk {
  return (dispatch, _getState, { principal }) => {
    principal.become({ kind: 'anyone' });
    dispatch(portalLeft());
    dispatch(authReset());
  };
}

/** Is the session still there? If not, the server's refusal says so to the whole page (R21). */
export function checkSession(): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const { session } = getState().auth;
    if (!session) return false;
    const params = { id: session.customerId };
    const asked = await dispatch(loadCustomer({ params, isForced: true }));
    return loadCustomer.fulfilled.match(asked);
  };
}

/**
 * Another window of this browser has signed in or out. The cookie is common to all, so a window that waits
 * at the company's door follows in, and one with that customer's pages follows out.
 */
export function followWindow({ kind, session }: WindowNews): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { auth, company } = getState();
    if (kind === 'left') {
      if (auth.session?.customerId === session.customerId) dispatch(forgetCustomer());
      return;
    }
    const isWaiting = auth.session === null || auth.isSessionOver;
    if (isWaiting && company.brand?.domain === session.domain)
      await dispatch(continueSession(session.domain));
  };
}
