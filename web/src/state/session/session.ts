/**
 * Entering and leaving the portal as a customer: the session from the cookie, then what every page
 * shows around itself. What a page shows in its middle, the page loads.
 */

import { loadCustomer } from '../account/customer.ts';
import { loadProjects } from '../account/projects.ts';
import type { AppThunk } from '../store/root.ts';
import { authReset, type Session, signIn, signOut, signOutEverywhere } from './auth.ts';
import { loadCompany } from './company.ts';
import { signedOut } from './signed-out.ts';

export type SessionChange = { kind: 'entered' | 'left'; session: Session };

export function enterPortal(domain: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const isInside = getState().auth.session?.domain === domain;
    if (isInside || (await dispatch(continueSession(domain)))) await dispatch(loadPortal());
  };
}

/** Before anything is drawn: who is here, what stands around every page, and what the page itself asks. */
export function openPortal(
  domain: string,
  openPage: () => AppThunk<Promise<void>>,
): AppThunk<Promise<void>> {
  return async (dispatch) => {
    if (!(await dispatch(continueSession(domain)))) return;
    await Promise.all([dispatch(loadPortal()), dispatch(openPage())]);
  };
}

/**
 * After a reload, or with a link that was used before: the cookie alone, if there is one. Asked once at a
 * time; whoever comes second leaves the answer to the first.
 */
export function continueSession(domain: string): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { inFlight }) => {
    const key = `auth/session ${domain}`;
    if (inFlight.has(key)) return false;
    inFlight.add(key);
    const asked = await dispatch(signIn({ domain }));
    inFlight.delete(key);
    return signIn.fulfilled.match(asked);
  };
}

/** The company with its terms, the customer with the methods, and whether there are projects. */
export function loadPortal(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { auth, company, customer, projects } = getState();
    if (!auth.session) return;
    await Promise.all([
      company.company ?? dispatch(loadCompany({})),
      customer.customer ?? dispatch(loadCustomer({ params: { id: auth.session.customerId } })),
      projects.areProjectsKnown || dispatch(loadProjects({})),
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
    dispatch(signedOut());
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
export function followSessionChange({ kind, session }: SessionChange): AppThunk<Promise<void>> {
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
