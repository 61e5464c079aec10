/**
 * Opens sessions, resolves their cookies and bearer tokens, and ends them (R20). Authentication is in
 * sign-in.ts.
 */

import type { Instant } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { addToOutbox } from '../platform/events/outbox.ts';
import {
  hashToken,
  keyOfToken,
  mintCompanyToken,
  type TokenKey,
} from '../platform/sealing/secret-token.ts';
import { revokeDevices } from './device-rows.ts';
import {
  type AliveAt,
  findSessionOfBearer,
  findSessionOfCookie,
  insertBearer,
  insertSession,
  markSeen,
  revokeSessions,
  type SessionRow,
} from './sessions.ts';

export const SESSION_ABSOLUTE_MS = 12 * 60 * MINUTE_MS;
const SESSION_IDLE_MS = 30 * MINUTE_MS;
export const BEARER_MS = 10 * MINUTE_MS;
/** `lastSeenAt` is written at most once a minute, so that not every read is a write. */
const SEEN_AGAIN_MS = MINUTE_MS;

/** Outbox topic; delivered to the sockets in every process. */
export const SESSION_ENDED = 'session_ended';

export type Visitor = { address: string; userAgent: string };

/** Of a session that a device continues, and of the one in which it was kept. */
export type SessionOrigin = { deviceId?: string; signedInAt?: Instant };

/** Always creates a new session with a new token, to prevent session fixation. */
export async function openSession(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  whose: { companyId: CompanyId; customerId: CustomerId; visitor: Visitor; of?: SessionOrigin },
) {
  const { companyId, customerId, visitor, of = {} } = whose;
  const id = entropy.uuid();
  const cookie = mintCompanyToken(entropy.bytes, companyId);
  const createdAt = clock.now();
  await insertSession(tx, {
    companyId,
    id,
    customerId,
    tokenHash: hashToken(cookie),
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: addMs(createdAt, SESSION_ABSOLUTE_MS),
    ...visitor,
    ...of,
  });
  return { id, companyId, customerId, cookie };
}

export async function mintBearer(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { id: sessionId, companyId, customerId }: Pick<SessionRow, 'id' | 'companyId' | 'customerId'>,
): Promise<string> {
  const token = mintCompanyToken(entropy.bytes, companyId);
  const createdAt = clock.now();
  await insertBearer(tx, {
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

/** The cutoffs for a session that is alive at `now`. */
export function aliveAt(now: Instant) {
  return { now, seenSince: addMs(now, -SESSION_IDLE_MS) };
}

type SessionDeps = Pick<Deps, 'database' | 'clock'>;

async function resolveSession<Found extends SessionRow>(
  { database, clock }: SessionDeps,
  token: string,
  find: (tx: Tx, key: AliveAt & TokenKey) => Promise<Found | null>,
): Promise<Found | null> {
  const now = clock.now();
  const key = { ...keyOfToken(token), ...aliveAt(now) };
  const session = await database.readAlone((tx) => find(tx, key));
  if (session && now >= addMs(session.lastSeenAt, SEEN_AGAIN_MS))
    await database.asSystem((tx) => markSeen(tx, session, now));
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

export type WhichSessions = { companyId: CompanyId } & (
  | { sessionId: string }
  | { customerId: CustomerId }
  | { customerId: CustomerId; deviceId: string }
);

/**
 * Ends one session, those of a device, or all sessions and devices of a customer, with their sockets. Returns the number
 * of sessions.
 */
export async function endSessions(tx: Tx, which: WhichSessions, at: Instant): Promise<number> {
  if ('customerId' in which) await revokeDevices(tx, which, at);
  const ended = await revokeSessions(tx, which, at);
  await announceEnded(tx, ended, at);
  return ended.length;
}

type Ended = Awaited<ReturnType<typeof revokeSessions>>;

export async function announceEnded(tx: Tx, ended: Ended, at: Instant): Promise<void> {
  for (const { companyId, id: sessionId } of ended) {
    await addToOutbox(tx, { companyId, topic: SESSION_ENDED, payload: { sessionId }, at });
  }
}
