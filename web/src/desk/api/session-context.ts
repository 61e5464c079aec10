/** The member who is signed in, and the company of the page. */

import type { StaffScope } from '@quittance/contract/identity/roles';
import type { DeskSession } from '@quittance/contract/identity/staff';
import { createContext, useContext } from 'react';

export type SignedInState = {
  session: DeskSession;
  /** Called after the member changed the session, for example a passkey or a name. */
  refresh: () => void;
  leave: () => void;
};

export const SessionContext = createContext<SignedInState | null>(null);

export function useSigned(): SignedInState {
  const signed = useContext(SessionContext);
  if (!signed) throw new Error('No session is around this component');
  return signed;
}

export const useSession = (): DeskSession => useSigned().session;

/** Returns whether the role includes a scope. Actions outside it are not offered; the server decides. */
export function useCan(): (scope: StaffScope) => boolean {
  const { scopes } = useSession();
  return (scope) => scopes.includes(scope);
}
