/** Sessions and their short-lived bearers, both found by the hash of their token. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
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
import type { Tx } from '../platform/database/database.ts';
import { byCompany, isAnyOf, matching, references } from '../platform/database/keys.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import { firstRow } from '../platform/database/rows.ts';
import { hasToken, presentedToken, type TokenKey } from '../platform/sealing/token-key.ts';
import { bearers, sessions } from '../schema/access.ts';
import { companies } from '../schema/companies.ts';
import { customers } from '../schema/customers.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** A session is live until it is revoked, expires, or is idle for too long (R20). */
export type AliveAt = { now: Instant; seenSince: Instant };

export async function insertSession(tx: Tx, session: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(session);
}

export async function insertBearer(tx: Tx, bearer: typeof bearers.$inferInsert): Promise<void> {
  await tx.insert(bearers).values(bearer);
}

type Cutoffs = { [Name in keyof AliveAt]: AliveAt[Name] | Placeholder };

function isAlive({ now, seenSince }: Cutoffs) {
  return and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, seenSince),
  );
}

/** System scope only: the owner is known only from the bearer. Null when it or its session ended. */
export async function findSessionOfBearer(
  tx: Tx,
  key: AliveAt & TokenKey,
): Promise<(SessionRow & { isDemo: boolean }) | null> {
  const [now, seenSince] = [sql.placeholder('now'), sql.placeholder('seenSince')];
  const { companyId, ...values } = key;
  const whose = companyId ? { ...values, companyId } : values;
  const name = companyId ? 'session_by_bearer_of_company' : 'session_by_bearer';
  const [row] = await readPrepared(tx, { name, values: whose }, () => ({
    selection: { ...getTableColumns(sessions), isDemo: companies.isDemo },
    source: sql`from ${bearers}
      join ${sessions} on ${references(bearers.sessionId, sessions)}
      join ${companies} on ${companies.companyId} = ${sessions.companyId}
      where ${presentedToken(bearers, companyId)} and ${bearers.expiresAt} > ${now}
        and ${isAlive({ now, seenSince })}`,
  }));
  return row ?? null;
}

/** System scope only: the owner is known only from the cookie. */
export async function findSessionOfCookie(
  tx: Tx,
  { tokenHash, companyId, ...at }: AliveAt & TokenKey,
): Promise<SessionRow | null> {
  return firstRow(
    tx
      .select()
      .from(sessions)
      .where(and(hasToken(sessions, { tokenHash, companyId }), isAlive(at))),
  );
}

export async function markSeen(
  tx: Tx,
  { companyId, id }: Pick<SessionRow, 'companyId' | 'id'>,
  at: Instant,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ lastSeenAt: at })
    .where(and(matching(sessions, { companyId, id }), lt(sessions.lastSeenAt, at)));
}

type EndedSession = Pick<SessionRow, 'companyId' | 'id' | 'customerId'>;

const ENDED = {
  companyId: sessions.companyId,
  id: sessions.id,
  customerId: sessions.customerId,
} as const;

type WhichSessions = { companyId: CompanyId } & (
  | { sessionId: string }
  | { customerId: CustomerId }
  | { customerId: CustomerId; deviceId: string }
);

/** Revokes one session, those of a device, or all of a customer. Returns those that were not revoked before. */
export async function revokeSessions(
  tx: Tx,
  which: WhichSessions,
  at: Instant,
): Promise<EndedSession[]> {
  const { companyId, ...named } = which;
  const key = 'sessionId' in named ? { id: named.sessionId } : named;
  return tx
    .update(sessions)
    .set({ revokedAt: at })
    .where(matching(sessions, { companyId, ...key, revokedAt: null }))
    .returning(ENDED);
}

/** System scope. Revokes sessions that expired or were idle for too long. */
export async function revokeRunOut(
  tx: Tx,
  { now, seenSince }: AliveAt,
  limit: number,
): Promise<EndedSession[]> {
  const isDue = and(
    isNull(sessions.revokedAt),
    or(lte(sessions.expiresAt, now), lte(sessions.lastSeenAt, seenSince)),
  );
  const { companyId, id } = sessions;
  const found = await tx.select({ companyId, id }).from(sessions).where(isDue).limit(limit);
  const ended: EndedSession[] = [];
  for (const [company, ids] of byCompany(found)) {
    const isOfCompany = matching(sessions, { companyId: company });
    const free = tx
      .select({ id })
      .from(sessions)
      .where(and(isOfCompany, isAnyOf(id, ids), isDue))
      .for('update', { skipLocked: true });
    const isFree = and(isOfCompany, sql`${id} = any(array(${free}))`);
    const revoked = tx.update(sessions).set({ revokedAt: now }).where(isFree).returning(ENDED);
    ended.push(...(await revoked));
  }
  return ended;
}

/** System scope. Deletes expired bearers. */
export async function deleteBearersBefore(tx: Tx, at: Instant): Promise<void> {
  await tx.delete(bearers).where(lt(bearers.expiresAt, at));
}

const LIST_MAX = 500;

/** The live sessions of a company, newest first, without their token hashes. */
export async function listSessions(tx: Tx, companyId: CompanyId, at: AliveAt) {
  return tx
    .select({
      id: sessions.id,
      customerRef: customers.customerRef,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      address: sessions.address,
    })
    .from(sessions)
    .innerJoin(customers, references(sessions.customerId, customers))
    .where(and(eq(sessions.companyId, companyId), isAlive(at)))
    .orderBy(desc(sessions.createdAt))
    .limit(LIST_MAX);
}
