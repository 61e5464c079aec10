/**
 * Declares which staff roles may make which calls on whose objects (R47, R51, R74, R95). The tests compare the
 * provider API and the console with it. It restates the rules independently of the implementation.
 */

import { DESK_ROUTES, type DeskRouteName } from '@quittance/contract/desk-routes';
import type { ErrorCode } from '@quittance/contract/errors';
import { KEY_SCOPES, type KeyScope } from '@quittance/contract/http/provider-route';
import type { StaffRole } from '@quittance/contract/identity/roles';
import type { DeskBrowser } from '../world/desk-browser.ts';
import { DESK_PERMISSIONS, ROLE_SCOPES } from './permissions.ts';
import {
  type Caller,
  type Cell,
  type ExpectedResult,
  isChange,
  isOwnerOnly,
  needsScope,
  toExpected,
} from './provider-matrix.ts';

export type StaffCaller = Caller & {
  browser: DeskBrowser;
  memberId: string;
  role: StaffRole;
  hasSecondFactor: boolean;
};

const refused = (code: ErrorCode): ExpectedResult => ({ kind: 'refused', code });

export type StaffCell = Cell<StaffCaller>;

export function expectedOfStaff({ name, caller, target }: StaffCell): ExpectedResult {
  const { is, role, hasSecondFactor } = caller;
  if (is === null) return refused('UNAUTHORIZED');
  if (isChange(name) && is === 'demo') return refused('DEMO_MODE');
  const isMissing = (scope: KeyScope) => {
    const held: readonly string[] = ROLE_SCOPES[role];
    return needsScope(name, scope) && !held.includes(scope);
  };
  if (isOwnerOnly(name) ? role !== 'owner' : KEY_SCOPES.some(isMissing)) {
    return refused('ROLE_NOT_ALLOWED');
  }
  const needsFactor = isChange(name) && (needsScope(name, 'money') || isOwnerOnly(name));
  if (needsFactor && !hasSecondFactor) return refused('SECOND_FACTOR_REQUIRED');
  const asKey = { name: role, authorization: null, is, scopes: KEY_SCOPES };
  return toExpected({ name, target, caller: asKey });
}

export const DESK_CALLS = Object.keys(DESK_ROUTES) as DeskRouteName[]; // because keys() forgets the union

const NO_CHANGES: readonly DeskRouteName[] = ['removeSession', 'endSession'];
const isDeskRead = (name: DeskRouteName) => /^(list|get)/.test(name);

/**
 * Returns the expected error code of a console call, or null if the call is allowed. Calls made before sign-in are
 * open to everyone.
 */
export function refusalOfDesk(name: DeskRouteName, caller: StaffCaller): ErrorCode | null {
  const { is, role, hasSecondFactor } = caller;
  if (is === null) return 'UNAUTHORIZED';
  if (is === 'demo' && !isDeskRead(name) && !NO_CHANGES.includes(name)) return 'DEMO_MODE';
  const permission = DESK_PERMISSIONS[name];
  if (permission.startsWith('owner') && role !== 'owner') return 'ROLE_NOT_ALLOWED';
  return permission.endsWith('factor') && !hasSecondFactor ? 'SECOND_FACTOR_REQUIRED' : null;
}
