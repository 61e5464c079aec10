/** Staff sessions (R73, R74): role, second factor, and the list of a member's own sessions. */

import type { Instant } from '@quittance/contract/dates';
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import {
  SCOPES_OF_ROLE,
  type StaffRole,
  type StaffScope,
} from '@quittance/contract/identity/roles';
import type { DeskSession, MemberId, StaffSession } from '@quittance/contract/identity/staff';
import type { CompanyId } from '@quittance/contract/ids';
import { isSameReference } from '@quittance/contract/references';
import { invariant } from '@quittance/domain/invariant';
import { toBrand } from '../companies/company-brand.ts';
import { findCompany } from '../companies/store.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { requireNetwork } from '../platform/http/networks.ts';
import type { KeyCaller } from './api-keys.ts';
import { deviceName } from './device-name.ts';
import { findMember, memberEmail, memberName } from './members.ts';
import { listPasskeys } from './passkeys/passkey-rows.ts';
import { auditOwner, ownerScope } from './realm.ts';
import { resolveSession } from './session.ts';
import { findStaffSession, listStaffSessions, revokeSessions } from './session-rows.ts';

/** Validity of a verified passkey as the second factor (R74). */
export const SECOND_FACTOR_MS = 12 * HOUR_MS;
export const FIRST_PASSKEY_MS = 10 * MINUTE_MS;

export type StaffCaller = {
  kind: 'staff';
  companyId: CompanyId;
  /** Name in the audit trail and namespace of idempotency keys: 'staff:4f7a…'. */
  name: string;
  memberId: MemberId;
  sessionId: string;
  role: StaffRole;
  scopes: readonly StaffScope[];
  signedInAt: Instant;
  expiresAt: Instant;
  secondFactorUntil: Instant | null;
  isDemo: boolean;
  /** The address of this call. */
  address: string;
};

/** A company's own system with a key, or a signed-in member of its staff (R47). */
export type Caller = KeyCaller | StaffCaller;

type StaffSessionRow = NonNullable<Awaited<ReturnType<typeof findStaffSession>>>;

export function toStaffCaller(row: StaffSessionRow, address: string): StaffCaller {
  const { companyId, memberId, id: sessionId, role, secondFactorAt, isDemo } = row;
  return {
    kind: 'staff',
    companyId,
    memberId,
    sessionId,
    role,
    isDemo,
    address,
    name: `staff:${memberId}`,
    scopes: SCOPES_OF_ROLE[role],
    signedInAt: row.createdAt,
    expiresAt: row.expiresAt,
    secondFactorUntil: secondFactorAt && addMs(secondFactorAt, SECOND_FACTOR_MS),
  };
}

type SessionDeps = Pick<Deps, 'database' | 'clock'>;

export async function resolveStaffCookie(
  deps: SessionDeps,
  { cookie, domain, address }: { cookie: string; domain: string; address: string },
): Promise<StaffCaller | null> {
  const session = await resolveSession(deps, cookie, async (tx, { companyId, ...key }) => {
    const found = companyId && (await findStaffSession(tx, { companyId, ...key }));
    return found && isSameReference(found.domain, domain) ? found : null;
  });
  if (!session) return null;
  requireNetwork(session.staffNetworks, address);
  return toStaffCaller(session, address);
}

function hasSecondFactor({ secondFactorUntil }: StaffCaller, now: Instant): boolean {
  return secondFactorUntil !== null && now < secondFactorUntil;
}

/** @throws SECOND_FACTOR_REQUIRED */
export function requireSecondFactor({ clock }: Pick<Deps, 'clock'>, caller: StaffCaller): void {
  if (!hasSecondFactor(caller, clock.now())) throw new AppError('SECOND_FACTOR_REQUIRED');
}

export async function describeSession(
  tx: Tx,
  deps: Pick<Deps, 'sealer' | 'clock' | 'processors'>,
  caller: StaffCaller,
): Promise<DeskSession> {
  const { sealer, clock } = deps;
  const { companyId, role, scopes, signedInAt, expiresAt, isDemo } = caller;
  const company = await findCompany(tx, companyId);
  const member = await findMember(tx, caller);
  invariant(company, 'a member belongs to a company');
  if (!member) throw new AppError('UNAUTHORIZED');
  const passkeyCount = (await listPasskeys(tx, caller)).length;
  const { timeZone } = company;
  return {
    member: {
      id: member.id,
      role,
      name: memberName(sealer, member),
      email: memberEmail(sealer, member) ?? '',
    },
    company: { ...toBrand(deps, company), timeZone },
    scopes: [...scopes],
    secondFactorUntil: hasSecondFactor(caller, clock.now()) ? caller.secondFactorUntil : null,
    passkeyCount,
    firstPasskeyUntil: passkeyCount === 0 ? addMs(signedInAt, FIRST_PASSKEY_MS) : null,
    signedInAt,
    expiresAt,
    isDemo,
  };
}

export function readSession(deps: Deps, caller: StaffCaller): Promise<DeskSession> {
  return deps.database.readForCompany(ownerScope(caller), (tx) =>
    describeSession(tx, deps, caller),
  );
}

async function listOwnSessions(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  caller: StaffCaller,
): Promise<StaffSession[]> {
  const rows = await listStaffSessions(tx, caller, clock.now());
  return rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    createdAt,
    lastSeenAt,
    isThisOne: id === caller.sessionId,
    ...deviceName(userAgent),
  }));
}

export function readSessions(deps: SessionDeps, caller: StaffCaller): Promise<StaffSession[]> {
  return deps.database.readForCompany(ownerScope(caller), (tx) =>
    listOwnSessions(tx, deps, caller),
  );
}

export function endStaffSession(
  deps: SessionDeps,
  caller: StaffCaller,
  sessionId: string,
): Promise<StaffSession[]> {
  return deps.database.inCompany(ownerScope(caller), async (tx) => {
    const { companyId, memberId } = caller;
    const which = { companyId, memberId, id: sessionId };
    const ended = await revokeSessions(tx, which, deps.clock.now());
    if (ended.length === 0) throw new AppError('NOT_FOUND');
    const action = sessionId === caller.sessionId ? 'staff.signed_out' : 'staff.session_ended';
    await auditOwner(tx, deps, { owner: caller, action, subject: sessionId });
    return listOwnSessions(tx, deps, caller);
  });
}
