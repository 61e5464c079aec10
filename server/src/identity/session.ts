/**
 * Opens sessions of both realms, resolves their cookies and bearer tokens, and ends them (R20, R73). Authentication
 * is in sign-in.ts, and the permissions of staff sessions are in staff-session.ts.
 */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import type { PgTable } from 'drizzle-orm/pg-core';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { findRow, insertRow } from '../platform/database/rows.ts';
import { addToOutbox } from '../platform/events/outbox.ts';
import { deleteCountersBefore } from '../platform/limits/limit-counters.ts';
import {
  hashToken,
  keyOfToken,
  mintCompanyToken,
  type TokenKey,
} from '../platform/sealing/secret-token.ts';
import { bearers, sessions } from '../schema/access.ts';
import { deleteGuessesBefore } from './code-guesses.ts';
import { deleteSpentChallengesBefore } from './passkeys/passkey-rows.ts';
import { auditOwner, type Owner, ownerKey, ownerRealm } from './realm.ts';
import {
  deleteBearersBefore,
  findSessionOfBearer,
  findSessionOfCookie,
  listCompaniesWithRunOut,
  markSeen,
  revokeDevices,
  revokeRunOut,
  revokeSessions,
  type SessionRow,
  type WhichSessions,
} from './session-rows.ts';

export const BEARER_MS = 10 * MINUTE_MS;
/** `lastSeenAt` is written at most once a minute, so that not every read is a write. */
const SEEN_AGAIN_MS = MINUTE_MS;

/** Outbox topic. Delivered to the sockets in every process. */
export const SESSION_ENDED = 'session_ended';

export type Visitor = { address: string; userAgent: string };

/** Added to a staff session by a sign-in with an identity provider. */
export type StaffEntryColumns = {
  secondFactorAt?: Instant;
  expiresAt?: Instant;
  identitySealed?: string;
  identityCheckAt?: Instant;
};

type NewSession = {
  visitor: Visitor;
  of?: { deviceId?: string; signedInAt?: Instant } & StaffEntryColumns;
};

/** Always creates a new session with a new token, to prevent session fixation. */
export async function openSession<Of extends Owner>(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  opened: Of & NewSession,
) {
  const { companyId, visitor, of = {} } = opened;
  const { tables, sessionAbsoluteMs } = ownerRealm(opened);
  const id = entropy.uuid();
  const cookie = mintCompanyToken(entropy.bytes, companyId);
  const createdAt = clock.now();
  const table: PgTable = tables.sessions;
  await insertRow(tx, table, {
    ...ownerKey(opened),
    id,
    tokenHash: hashToken(cookie),
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: addMs(createdAt, sessionAbsoluteMs),
    ...visitor,
    ...of,
  });
  return { ...opened, id, cookie };
}

export async function mintBearer(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { id: sessionId, companyId, customerId }: Pick<SessionRow, 'id' | 'companyId' | 'customerId'>,
): Promise<string> {
  const token = mintCompanyToken(entropy.bytes, companyId);
  const createdAt = clock.now();
  await insertRow(tx, bearers, {
    companyId,
    id: entropy.uuid(),
    sessionId,
    customerId,
    tokenHash: hashToken(token),
    createdAt,
    expiresAt: addMs(createdAt, BEARER_MS),
  });
  return token;
}

type SessionDeps = Pick<Deps, 'database' | 'clock'>;

/** `find` runs in system scope. A session counts as seen only if it is found. */
export async function resolveSession<Found extends Parameters<typeof markSeen>[1]>(
  { database, clock }: SessionDeps,
  token: string,
  find: (tx: Tx, key: TokenKey & { now: Instant }) => Promise<Found | null>,
): Promise<Found | null> {
  const now = clock.now();
  const session = await database.readAlone((tx) => find(tx, { ...keyOfToken(token), now }));
  if (session && now >= addMs(session.lastSeenAt, SEEN_AGAIN_MS)) {
    await database.writeAlone((tx) => markSeen(tx, session, now));
  }
  return session;
}

export async function resolveBearer(
  deps: SessionDeps,
  token: string,
): Promise<CustomerPrincipal | null> {
  const session = await resolveSession(deps, token, findSessionOfBearer);
  if (!session) return null;
  const { id: sessionId, companyId, customerId, createdAt, isDemo } = session;
  const signedInAt = session.signedInAt ?? createdAt;
  return { kind: 'customer', sessionId, companyId, customerId, signedInAt, isDemo };
}

/** The cookie alone authorizes only a new bearer token, a receipt download and a socket. */
export function resolveCookie(deps: SessionDeps, cookie: string): Promise<SessionRow | null> {
  return resolveSession(deps, cookie, findSessionOfCookie);
}

/** Ends a customer's sessions, their sockets, and the device or all devices. Returns the number of sessions. */
export async function endSessions(tx: Tx, which: WhichSessions, at: Instant): Promise<number> {
  if ('customerId' in which) await revokeDevices(tx, which, at);
  const ended = await revokeSessions(tx, which, at);
  if (!('memberId' in which)) await announceEnded(tx, ended, at);
  return ended.length;
}

/** Ends the sessions of a device, which stays signed in. */
export async function endDeviceSessions(
  tx: Tx,
  { companyId, customerId, id: deviceId }: CustomerKey & { id: string },
  at: Instant,
): Promise<void> {
  await announceEnded(tx, await revokeSessions(tx, { companyId, customerId, deviceId }, at), at);
}

type EndedSessions = Awaited<ReturnType<typeof revokeSessions>>;

async function announceEnded(tx: Tx, ended: EndedSessions, at: Instant): Promise<void> {
  for (const { companyId, id: sessionId } of ended) {
    await addToOutbox(tx, { companyId, topic: SESSION_ENDED, payload: { sessionId }, at });
  }
}

export async function signOut(
  { database, clock }: SessionDeps,
  principal: CustomerPrincipal,
  reach: 'here' | 'everywhere',
): Promise<void> {
  const { companyId, customerId, sessionId: id } = principal;
  await database.inCompany({ companyId, customerId }, async (tx) => {
    const session = await findRow(tx, sessions, { companyId, id });
    const deviceId = session?.deviceId;
    const here = deviceId ? { companyId, customerId, deviceId } : { companyId, id };
    const which = reach === 'here' ? here : { companyId, customerId };
    const count = await endSessions(tx, which, clock.now());
    const action = reach === 'here' ? 'signed_out' : 'signed_out_everywhere';
    const entry = { owner: principal, action, subject: id, detail: { count } };
    await auditOwner(tx, { clock }, entry);
  });
}

const SWEPT_MAX = 500;

/**
 * Ends expired sessions, which also closes their sockets, and deletes expired bearer tokens, counters and
 * challenges.
 */
export async function sweepSessions({ database, clock }: SessionDeps): Promise<number> {
  const now = clock.now();
  let count = 0;
  for (const companyId of await database.readAlone((tx) => listCompaniesWithRunOut(tx, now))) {
    count += await database.asSystem(async (tx) => {
      const ended = await revokeRunOut(tx, companyId, { now, limit: SWEPT_MAX });
      await announceEnded(tx, ended, now);
      return ended.length;
    });
  }
  await database.writeAlone(async (tx) => {
    await deleteBearersBefore(tx, addMs(now, -DAY_MS));
    await deleteCountersBefore(tx, now);
    await deleteGuessesBefore(tx, now);
    await deleteSpentChallengesBefore(tx, now);
  });
  return count;
}
