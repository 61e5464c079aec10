/** Opens sessions of staff, resolves their cookies and ends them (R73). Authentication is in staff-sign-in.ts. */

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
import { brandOf } from '../../companies/company-brand.ts';
import { findCompany } from '../../companies/store.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hashToken, keyOfToken, mintCompanyToken } from '../../platform/sealing/secret-token.ts';
import { deviceName } from '../device-name.ts';
import type { Visitor } from '../session.ts';
import { emailOf, nameOf } from './member-secrets.ts';
import { findMember } from './members.ts';
import {
  findStaffSession,
  insertStaffSession,
  listStaffSessions,
  markStaffSeen,
  revokeStaffSession,
} from './sessions.ts';
import { countPasskeys } from './staff-passkey-rows.ts';

const STAFF_IDLE_MS = 12 * HOUR_MS;
export const STAFF_ABSOLUTE_MS = 7 * 24 * HOUR_MS;
/** How long a passkey that was proved counts (R74). */
export const SECOND_FACTOR_MS = 12 * HOUR_MS;
/** How fresh a sign-in by mail must be to add the first passkey. */
export const FIRST_PASSKEY_MS = 10 * MINUTE_MS;
/** `lastSeenAt` is written at most once a minute, so that not every read is a write. */
const SEEN_AGAIN_MS = MINUTE_MS;

/** A signed-in member of a company's staff. */
export type StaffCaller = {
  kind: 'staff';
  companyId: CompanyId;
  /** In the audit trail, and of idempotency keys: 'staff:4f7a…'. */
  name: string;
  memberId: MemberId;
  sessionId: string;
  role: StaffRole;
  scopes: readonly StaffScope[];
  signedInAt: Instant;
  expiresAt: Instant;
  secondFactorUntil: Instant | null;
  isDemo: boolean;
};

type Opening = { companyId: CompanyId; memberId: MemberId; visitor: Visitor };

/** Always a new session with a new token, to prevent session fixation. */
export async function openStaffSession(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { companyId, memberId, visitor }: Opening,
) {
  const sessionId = entropy.uuid();
  const cookie = mintCompanyToken(entropy.bytes, companyId);
  const createdAt = clock.now();
  const expiresAt = addMs(createdAt, STAFF_ABSOLUTE_MS);
  await insertStaffSession(tx, {
    ...{ companyId, id: sessionId, memberId, tokenHash: hashToken(cookie) },
    ...{ createdAt, lastSeenAt: createdAt, expiresAt, ...visitor },
  });
  return { sessionId, cookie };
}

/** The cutoffs for a session that is alive at `now`. */
export const aliveAt = (now: Instant) => ({ now, seenSince: addMs(now, -STAFF_IDLE_MS) });

type Found = NonNullable<Awaited<ReturnType<typeof findStaffSession>>>;

export function callerOf(row: Found): StaffCaller {
  const { companyId, memberId, id: sessionId, role, secondFactorAt, isDemo } = row;
  return {
    ...{ kind: 'staff', companyId, memberId, sessionId, role, isDemo },
    name: `staff:${memberId}`,
    scopes: SCOPES_OF_ROLE[role],
    signedInAt: row.createdAt,
    expiresAt: row.expiresAt,
    secondFactorUntil: secondFactorAt && addMs(secondFactorAt, SECOND_FACTOR_MS),
  };
}

type SessionDeps = Pick<Deps, 'database' | 'clock'>;

/** Null when the session or the member's access has ended, or for a page of another company. */
export async function resolveStaffCookie(
  { database, clock }: SessionDeps,
  { cookie, domain }: { cookie: string; domain: string },
): Promise<StaffCaller | null> {
  const { companyId, tokenHash } = keyOfToken(cookie);
  if (!companyId) return null;
  const now = clock.now();
  const key = { companyId, tokenHash, ...aliveAt(now) };
  const row = await database.readAlone((tx) => findStaffSession(tx, key));
  if (!row || !isSameReference(row.domain, domain)) return null;
  if (now >= addMs(row.lastSeenAt, SEEN_AGAIN_MS)) {
    const seen = { companyId, sessionId: row.id };
    await database.writeAlone((tx) => markStaffSeen(tx, seen, now));
  }
  return callerOf(row);
}

function hasSecondFactor({ secondFactorUntil }: StaffCaller, now: Instant): boolean {
  return secondFactorUntil !== null && now < secondFactorUntil;
}

/** @throws SECOND_FACTOR_REQUIRED */
export function requireSecondFactor({ clock }: Pick<Deps, 'clock'>, caller: StaffCaller): void {
  if (!hasSecondFactor(caller, clock.now())) throw new AppError('SECOND_FACTOR_REQUIRED');
}

/** What the console shows of the signed-in member. */
export async function describeSession(
  tx: Tx,
  { sealer, clock }: Pick<Deps, 'sealer' | 'clock'>,
  caller: StaffCaller,
): Promise<DeskSession> {
  const { companyId, role, scopes, signedInAt, expiresAt, isDemo } = caller;
  const company = await findCompany(tx, companyId);
  const member = await findMember(tx, caller);
  invariant(company, 'a member belongs to a company');
  if (!member) throw new AppError('UNAUTHORIZED');
  const passkeyCount = await countPasskeys(tx, caller);
  const { timeZone } = company;
  return {
    member: {
      ...{ id: member.id, role, name: nameOf(sealer, member) },
      email: emailOf(sealer, member) ?? '',
    },
    company: { ...brandOf(company), timeZone },
    scopes: [...scopes],
    secondFactorUntil: hasSecondFactor(caller, clock.now()) ? caller.secondFactorUntil : null,
    passkeyCount,
    firstPasskeyUntil: passkeyCount === 0 ? addMs(signedInAt, FIRST_PASSKEY_MS) : null,
    ...{ signedInAt, expiresAt, isDemo },
  };
}

const scopeOf = ({ companyId }: StaffCaller) => ({ companyId, asProvider: true }) as const;

export function readSession(deps: Deps, caller: StaffCaller): Promise<DeskSession> {
  return deps.database.readInCompany(scopeOf(caller), (tx) => describeSession(tx, deps, caller));
}

async function shownSessions(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  caller: StaffCaller,
): Promise<StaffSession[]> {
  const rows = await listStaffSessions(tx, caller, aliveAt(clock.now()));
  return rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    ...{ id, createdAt, lastSeenAt, isThisOne: id === caller.sessionId },
    ...deviceName(userAgent),
  }));
}

export function readSessions({ database, clock }: SessionDeps, caller: StaffCaller) {
  return database.readInCompany(scopeOf(caller), (tx) => shownSessions(tx, { clock }, caller));
}

/** One of the member's own. Returns those that are left. */
export function endStaffSession(
  { database, clock }: SessionDeps,
  caller: StaffCaller,
  sessionId: string,
): Promise<StaffSession[]> {
  return database.inCompany(scopeOf(caller), async (tx) => {
    const { companyId, memberId, name: actor } = caller;
    const at = clock.now();
    const isEnded = await revokeStaffSession(tx, { companyId, memberId, sessionId }, at);
    if (!isEnded) throw new AppError('NOT_FOUND');
    const action = sessionId === caller.sessionId ? 'staff.signed_out' : 'staff.session_ended';
    await appendAudit(tx, { companyId, actor, action, subject: sessionId, detail: {}, at });
    return shownSessions(tx, { clock }, caller);
  });
}
