// Shows a page only to roles that include it, and tells the others why they do not see it.

import type { StaffScope } from '@quittance/contract/identity/roles';
import type { ReactNode } from 'react';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { useCan, useSession } from '../api/session-context.ts';
import { failureTexts } from '../texts/failures.ts';
import { shellTexts } from '../texts/shell.ts';

type RoleGateProps = { scope: StaffScope; children: ReactNode };

export function RoleGate({ scope, children }: RoleGateProps) {
  const can = useCan();
  const { role } = useSession().member;
  if (can(scope)) return children;
  const who = scope === 'write' ? failureTexts.forClerks : failureTexts.forOwners;
  return (
    <EmptyState
      icon="lock"
      title={failureTexts.notAllowed}
      text={`${who} ${failureTexts.yourRole(shellTexts.roles[role])}`}
    />
  );
}
