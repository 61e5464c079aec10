/** Sessions of both realms and the short-lived bearer tokens of customers, all looked up by token hash. */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  isNull,
  lt,
  lte,
  or,
  type Placeholder,
  sql,
} from 'drizzle-orm';
import { addMs } from '../kernel/clock.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  type CustomerKey,
  type MemberKey,
  matching,
  references,
} from '../platform/database/keys.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import { firstRow } from '../platform/database/rows.ts';
import { listCompaniesWithRows } from '../platform/database/sharding/across-companies.ts';
import { hasToken, presentedToken, type TokenKey } from '../platform/sealing/token-key.ts';
import { bearers, devices, sessions } from '../schema/access.ts';
import { companies } from '../schema/companies.ts';
import { customers } from '../schema/customers.ts';
import { staffMembers, staffSessions } from '../schema/staff.ts';
import { ownerRealm, REALMS, type RealmName } from './realm.ts';

export type SessionRow = typeof sessions.$inferSelect;
type StaffSessionRow = typeof staffSessions.$inferSelect;

type At = TokenKey & { now: Instant };

const idleSince = (realm: RealmName, now: Instant) => addMs(now, -REALMS[realm].sessionIdleMs);

type Cutoffs = { now: Instant | Placeholder; seenSince: Instant | Placeholder };

/** A session is live until it is revoked, expires, or is idle for too long (R20, R73). */
function isAlive(table: typeof sessions | typeof staffSessions, { now, seenSince }: Cutoffs) {
  return and(isNull(table.revokedAt), gt(table.expiresAt, now), gt(table.lastSeenAt, seenSince));
}

const isAliveAt = (realm: RealmName, now: Instant) =>
  isAlive(REALMS[realm].tables.sessions, { now, seenSince: idleSince(realm, now) });

/**
 * Requires system scope: the bearer token determines the owner. Returns null if the token or its session has ended.
 */
export async function findSessionOfBearer(
  tx: Tx,
  { companyId, tokenHash, now }: At,
): Promise<(SessionRow & { isDemo: boolean }) | null> {
  const cutoffs = { now: sql.placeholder('now'), seenSince: sql.placeholder('seenSince') };
  const values = { tokenHash, now, seenSince: idleSince('customer', now) };
  const whose = companyId ? { ...values, companyId } : values;
  const name = companyId ? 'session_by_bearer_of_company' : 'session_by_bearer';
  const [row] = await readPrepared(tx, { name, values: whose }, () => ({
    selection: { ...getTableColumns(sessions), isDemo: companies.isDemo },
    source: sql`from ${bearers}
      join ${sessions} on ${references(bearers.sessionId, sessions)}
      join ${companies} on ${companies.companyId} = ${sessions.companyId}
      where ${presentedToken(bearers, companyId)} and ${bearers.expiresAt} > ${cutoffs.now}
        and ${isAlive(sessions, cutoffs)}`,
  }));
  return row ?? null;
}

/** Requires system scope: the cookie determines the owner. */
export async function findSessionOfCookie(
  tx: Tx,
  { now, ...token }: At,
): Promise<SessionRow | null> {
  return firstRow(
    tx
      .select()
      .from(sessions)
      .where(and(hasToken(sessions, token), isAliveAt('customer', now))),
  );
}

/** Like `findSessionOfCookie`, for staff. Every call reads the current role and whether the member was removed. */
export async function findStaffSession(
  tx: Tx,
  { companyId, tokenHash, now }: At & { companyId: CompanyId },
) {
  const { role, removedAt } = staffMembers;
  const { domain, isDemo, staffNetworks } = companies;
  return firstRow(
    tx
      .select({ ...getTableColumns(staffSessions), role, domain, isDemo, staffNetworks })
      .from(staffSessions)
      .innerJoin(staffMembers, references(staffSessions.memberId, staffMembers))
      .innerJoin(companies, eq(companies.companyId, staffSessions.companyId))
      .where(
        and(
          matching(staffSessions, { companyId, tokenHash }),
          isAliveAt('staff', now),
          isNull(removedAt),
        ),
      ),
  );
}

export async function markSeen(tx: Tx, session: SessionRow | StaffSessionRow, at: Instant) {
  const table = ownerRealm(session).tables.sessions;
  const { companyId, id } = session;
  await tx
    .update(table)
    .set({ lastSeenAt: at })
    .where(and(matching(table, { companyId, id }), lt(table.lastSeenAt, at)));
}

export type WhichSessions =
  | ({ companyId: CompanyId; id: string } | (CustomerKey & { deviceId?: string }))
  | (MemberKey & { id?: string });

type EndedSession = Pick<SessionRow, 'companyId' | 'id'>;

export async function revokeSessions(
  tx: Tx,
  which: WhichSessions,
  at: Instant,
): Promise<EndedSession[]> {
  const table = REALMS['memberId' in which ? 'staff' : 'customer'].tables.sessions;
  return tx
    .update(table)
    .set({ revokedAt: at })
    .where(matching(table, { ...which, revokedAt: null }))
    .returning({ companyId: table.companyId, id: table.id });
}

export async function revokeDevices(
  tx: Tx,
  { companyId, customerId, deviceId }: CustomerKey & { deviceId?: string },
  at: Instant,
): Promise<void> {
  const one = deviceId === undefined ? {} : { id: deviceId };
  await tx
    .update(devices)
    .set({ revokedAt: at })
    .where(matching(devices, { companyId, customerId, ...one, revokedAt: null }));
}

const isRunOut = (now: Instant) =>
  and(
    isNull(sessions.revokedAt),
    or(lte(sessions.expiresAt, now), lte(sessions.lastSeenAt, idleSince('customer', now))),
  );

/** Requires system scope. Lists companies with customer sessions that have expired or were idle for too long. */
export function listCompaniesWithRunOut(tx: Tx, now: Instant): Promise<CompanyId[]> {
  const reason = 'sessions of every company expire';
  return listCompaniesWithRows(tx, sessions, { where: isRunOut(now), reason });
}

/** Requires system scope. */
export async function revokeRunOut(
  tx: Tx,
  company: CompanyId,
  { now, limit }: { now: Instant; limit: number },
): Promise<EndedSession[]> {
  const { companyId, id } = sessions;
  const isOfCompany = matching(sessions, { companyId: company });
  const free = tx
    .select({ id })
    .from(sessions)
    .where(and(isOfCompany, isRunOut(now)))
    .limit(limit)
    .for('update', { skipLocked: true });
  const isFree = and(isOfCompany, sql`${id} = any(array(${free}))`);
  const revoked = tx.update(sessions).set({ revokedAt: now }).where(isFree);
  return revoked.returning({ companyId, id });
}

export async function deleteBearersBefore(tx: Tx, at: Instant): Promise<void> {
  const where = lt(bearers.expiresAt, at);
  const reason = 'bearers of every company expire';
  for (const companyId of await listCompaniesWithRows(tx, bearers, { where, reason })) {
    await tx.delete(bearers).where(and(matching(bearers, { companyId }), where));
  }
}

const LIST_MAX = 500;

export async function listSessions(tx: Tx, companyId: CompanyId, now: Instant) {
  const { id, createdAt, lastSeenAt, address } = sessions;
  return tx
    .select({ id, customerRef: customers.customerRef, createdAt, lastSeenAt, address })
    .from(sessions)
    .innerJoin(customers, references(sessions.customerId, customers))
    .where(and(eq(sessions.companyId, companyId), isAliveAt('customer', now)))
    .orderBy(desc(createdAt))
    .limit(LIST_MAX);
}

export async function listStaffSessions(
  tx: Tx,
  which: MemberKey | { companyId: CompanyId },
  now: Instant,
): Promise<StaffSessionRow[]> {
  const { companyId } = which;
  const key = 'memberId' in which ? { companyId, memberId: which.memberId } : { companyId };
  return tx
    .select()
    .from(staffSessions)
    .where(and(matching(staffSessions, key), isAliveAt('staff', now)))
    .orderBy(desc(staffSessions.lastSeenAt), desc(staffSessions.id));
}
