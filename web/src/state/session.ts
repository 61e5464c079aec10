/**
 * Entering and leaving the portal as a customer: the session from the cookie, then what every page
 * shows around itself. What a page shows in its middle, the page loads.
 */
import { authReset, signIn, signOut, signOutEverywhere } from './auth.ts';
import { loadCompany } from './company.ts';
import { loadCustomer } from './customer.ts';
import { portalLeft } from './portal-left.ts';
import { loadProjects } from './projects.ts';
import type { AppThunk } from './root.ts';

export function enterPortal(domain: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (getState().auth.session?.domain !== domain) {
      const entered = await dispatch(signIn({ domain }));
      if (!signIn.fulfilled.match(entered)) return;
    }
    await dispatch(loadPortal());
  };
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
  return async (dispatch, _getState, { principal }) => {
    await dispatch(isEverywhere ? signOutEverywhere({}) : signOut({}));
    principal.become({ kind: 'anyone' });
    dispatch(portalLeft());
    dispatch(authReset());
  };
}
