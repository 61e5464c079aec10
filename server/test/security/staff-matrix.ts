/**
 * Which role may call what about whose objects: the declaration that the provider API and the console's own calls are
 * compared with for staff (R47, R51, R74, R95). It repeats the rules and reads nothing of the implementation.
 */

import { DESK_ROUTES, type DeskRouteName } from '@quittance/contract/desk-routes';
import type { ErrorCode } from '@quittance/contract/errors';
import type { KeyScope } from '@quittance/contract/http/provider-route';
import type { StaffRole } from '@quittance/contract/identity/roles';
import type { ProviderRouteName } from '@quittance/contract/provider-routes';
import {
  type Expected,
  expectedOf,
  isChange,
  scopeOf,
  type Target,
  type Tenant,
} from './provider-matrix.ts';
import type { DeskBrowser } from '../world/desk-browser.ts';

export type StaffCaller = {
  name: string;
  browser: DeskBrowser;
  memberId: string;
  /** Null for one whose access has ended. */
  is: Tenant | null;
  role: StaffRole;
  hasSecondFactor: boolean;
};

const SCOPES: Readonly<Record<StaffRole, readonly KeyScope[]>> = {
  viewer: ['read'],
  clerk: ['read', 'write'],
  owner: ['read', 'write', 'money'],
};

/** Keys, settings and webhooks: of staff only owners, with the second factor for changes. */
const isOwnerOnly = (name: ProviderRouteName) =>
  /Keys?$|Webhook|^replay|Processor$/.test(name) ||
  [
    'changeCompany',
    'putLogo',
    'putNoticeSettings',
    'putReminderSettings',
    'eraseCustomer',
  ].includes(name);

const refused = (code: ErrorCode): Expected => ({ kind: 'refused', code });

export type StaffCell = { name: ProviderRouteName; caller: StaffCaller; target: Target };

export function expectedOfStaff({ name, caller, target }: StaffCell): Expected {
  const { is, role, hasSecondFactor } = caller;
  if (is === null) return refused('UNAUTHORIZED');
  if (isChange(name) && is === 'demo') return refused('DEMO_MODE');
  const isAllowed = isOwnerOnly(name) ? role === 'owner' : SCOPES[role].includes(scopeOf(name));
  if (!isAllowed) return refused('ROLE_NOT_ALLOWED');
  const needsFactor = isChange(name) && (scopeOf(name) === 'money' || isOwnerOnly(name));
  if (needsFactor && !hasSecondFactor) return refused('SECOND_FACTOR_REQUIRED');
  const scopes = SCOPES.owner;
  return expectedOf({ name, target, caller: { name: role, authorization: null, is, scopes } });
}

export const DESK_CALLS = Object.keys(DESK_ROUTES) as DeskRouteName[]; // because keys() forgets the union

const OF_OWNERS: readonly DeskRouteName[] = ['inviteMember', 'changeMember', 'removeMember'];
const WITH_FACTOR: readonly DeskRouteName[] = [...OF_OWNERS, 'removePasskey'];
/** How a demo is entered and left. */
const NO_CHANGES: readonly DeskRouteName[] = ['removeSession', 'endSession'];
const isDeskRead = (name: DeskRouteName) => /^(list|get)/.test(name);

/** The refusal of a call of the console; null when it is admitted. Calls before a sign-in are everybody's. */
export function refusalOfDesk(name: DeskRouteName, caller: StaffCaller): ErrorCode | null {
  const { is, role, hasSecondFactor } = caller;
  if (is === null) return 'UNAUTHORIZED';
  if (is === 'demo' && !isDeskRead(name) && !NO_CHANGES.includes(name)) return 'DEMO_MODE';
  if (OF_OWNERS.includes(name) && role !== 'owner') return 'ROLE_NOT_ALLOWED';
  return WITH_FACTOR.includes(name) && !hasSecondFactor ? 'SECOND_FACTOR_REQUIRED' : null;
}
