/** Sessions and the short-lived bearers that hang on them; both found by the hash of their secret. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import { and, desc, eq, gt, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { bearers, sessions } from '../schema/access.ts';
import { customers } from '../schema/customers.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** A session lives while it is neither revoked nor too old nor unused for too long (R20). */
export type AliveAt = { now: Instant; seenSince: Instant };

export async function insertSession(tx: Tx, session: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(session);
}

export async function insertBearer(tx: Tx, bearer: typeof bearers.$inferInsert): Promise<void> {
  await tx.insert(bearers).values(bearer);
}

function isAlive({ now, seenSince }: AliveAt) {
  return and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, seenSince),
  );
}

/** System scope only: the bearer itself tells whose it is. Null when it or its session has ended. */
export async function findSessionOfBearer(
  tx: Tx,
  { tokenHash, ...at }: AliveAt & { tokenHash: string },
): Promise<SessionRow | null> {
  const [row] = await tx
    .select({ session: sessions })
    .from(bearers)
    .innerJoin(
      sessions,
      and(eq(sessions.companyId, bearers.companyId), eq(sessions.id, bearers.sessionId)),
    )
    .where(and(eq(bearers.tokenHash, tokenHash), gt(bearers.expiresAt, at.now), isAlive(at)));
  return row?.session ?? null;
}

/** System scope only: the cookie itself tells whose it is. */
export async function findSessionOfCookie(
  tx: Tx,
  { tokenHash, ...at }: AliveAt & { tokenHash: string },
): Promise<SessionRow | null> {
  const [row] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), isAlive(at)));
  return row ?? null;
}

export async function markSeen(
  tx: Tx,
  { companyId, id }: Pick<SessionRow, 'companyId' | 'id'>,
  at: Instant,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ lastSeenAt: at })
    .where(
      and(eq(sessions.companyId, companyId), eq(sessions.id, id), lt(sessions.lastSeenAt, at)),
    );
}

type EndedSession = Pick<SessionRow, 'companyId' | 'id' | 'customerId'>;

const ENDED = {
  companyId: sessions.companyId,
  id: sessions.id,
  customerId: sessions.customerId,
} as const;

/** One session of a company, or all of one customer; those that had ended before are left out. */
export async function revokeSessions(
  tx: Tx,
  which: { companyId: CompanyId } & ({ sessionId: string } | { customerId: CustomerId }),
  at: Instant,
): Promise<EndedSession[]> {
  const whose =
    'sessionId' in which
      ? eq(sessions.id, which.sessionId)
      : eq(sessions.customerId, which.customerId);
  return tx
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(eq(sessions.companyId, which.companyId), whose, isNull(sessions.revokedAt)))
    .returning(ENDED);
}

/** System scope. Sessions that ran out by themselves; afterwards they are revoked like any other. */
export async function revokeRunOut(
  tx: Tx,
  { now, seenSince }: AliveAt,
  limit: number,
): Promise<EndedSession[]> {
  const due = tx
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(
      and(
        isNull(sessions.revokedAt),
        or(lte(sessions.expiresAt, now), lte(sessions.lastSeenAt, seenSince)),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true });
  return tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(inArray(sessions.tokenHash, due))
    .returning(ENDED);
}

/** System scope. A bearer that has run out proves nothing any more. */
export async function deleteBearersBefore(tx: Tx, at: Instant): Promise<void> {
  await tx.delete(bearers).where(lt(bearers.expiresAt, at));
}

const LIST_MAX = 500;

/** The living sessions of a company, newest first, for its operator; never their secrets. */
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
    .innerJoin(
      customers,
      and(eq(customers.companyId, sessions.companyId), eq(customers.id, sessions.customerId)),
    )
    .where(and(eq(sessions.companyId, companyId), isAlive(at)))
    .orderBy(desc(sessions.createdAt))
    .limit(LIST_MAX);
}
