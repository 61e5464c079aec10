/** The member who is signed in, and the company of the page. */

import type { StaffScope } from '@quittance/contract/identity/roles';
import type { DeskSession } from '@quittance/contract/identity/staff';
import { createContext, useContext } from 'react';

export type SignedInState = {
  session: DeskSession;
  /** The session was changed by the member: a passkey, a name. */
  refresh: () => void;
  /** Shows the sign-in; after signing out, or when a call says that the session ended. */
  leave: () => void;
};

export const SessionContext = createContext<SignedInState | null>(null);

export function useSigned(): SignedInState {
  const signed = useContext(SessionContext);
  if (!signed) throw new Error('No session is around this component');
  return signed;
}

export const useSession = (): DeskSession => useSigned().session;

/** Whether the role includes something. What it does not include is not offered; the server decides. */
export function useCan(): (scope: StaffScope) => boolean {
  const { scopes } = useSession();
  return (scope) => scopes.includes(scope);
}
