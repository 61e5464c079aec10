/** Sessions of staff, found by the hash of their token, and the challenge that a passkey has to answer in one. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, desc, eq, getTableColumns, gt, isNull, lt } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { MemberKey } from '../../platform/database/keys.ts';
import { matching, references } from '../../platform/database/keys.ts';
import { firstRow, hasRows } from '../../platform/database/rows.ts';
import { companies } from '../../schema/companies.ts';
import { staffMembers, staffSessions } from '../../schema/staff.ts';

export type StaffSessionRow = typeof staffSessions.$inferSelect;
export type StaffSessionKey = { companyId: CompanyId; sessionId: string };

/** A session is live until it is revoked, expires, or is idle for too long (R73). */
type AliveAt = { now: Instant; seenSince: Instant };

export async function insertStaffSession(
  tx: Tx,
  row: typeof staffSessions.$inferInsert,
): Promise<void> {
  await tx.insert(staffSessions).values(row);
}

function isAlive({ now, seenSince }: AliveAt) {
  return and(
    isNull(staffSessions.revokedAt),
    gt(staffSessions.expiresAt, now),
    gt(staffSessions.lastSeenAt, seenSince),
  );
}

/** System scope: the member is known only from the cookie. The role is read with every call. */
export async function findStaffSession(
  tx: Tx,
  { companyId, tokenHash, ...at }: AliveAt & { companyId: CompanyId; tokenHash: string },
) {
  return firstRow(
    tx
      .select({
        ...getTableColumns(staffSessions),
        role: staffMembers.role,
        domain: companies.domain,
        isDemo: companies.isDemo,
      })
      .from(staffSessions)
      .innerJoin(staffMembers, references(staffSessions.memberId, staffMembers))
      .innerJoin(companies, eq(companies.companyId, staffSessions.companyId))
      .where(
        and(
          matching(staffSessions, { companyId, tokenHash }),
          isAlive(at),
          isNull(staffMembers.removedAt),
        ),
      ),
  );
}

export async function markStaffSeen(
  tx: Tx,
  { companyId, sessionId }: StaffSessionKey,
  at: Instant,
): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ lastSeenAt: at })
    .where(
      and(matching(staffSessions, { companyId, id: sessionId }), lt(staffSessions.lastSeenAt, at)),
    );
}

export async function listStaffSessions(
  tx: Tx,
  { companyId, memberId }: MemberKey,
  at: AliveAt,
): Promise<StaffSessionRow[]> {
  return tx
    .select()
    .from(staffSessions)
    .where(and(matching(staffSessions, { companyId, memberId }), isAlive(at)))
    .orderBy(desc(staffSessions.lastSeenAt), desc(staffSessions.id));
}

/** One of a member. False when it has ended, or is another member's. */
export async function revokeStaffSession(
  tx: Tx,
  { companyId, memberId, sessionId }: MemberKey & StaffSessionKey,
  at: Instant,
): Promise<boolean> {
  return hasRows(
    tx
      .update(staffSessions)
      .set({ revokedAt: at })
      .where(matching(staffSessions, { companyId, memberId, id: sessionId, revokedAt: null }))
      .returning({ id: staffSessions.id }),
  );
}

/** All of a member. Returns how many. */
export async function revokeStaffSessions(
  tx: Tx,
  { companyId, memberId }: MemberKey,
  at: Instant,
): Promise<number> {
  const rows = await tx
    .update(staffSessions)
    .set({ revokedAt: at })
    .where(matching(staffSessions, { companyId, memberId, revokedAt: null }))
    .returning({ id: staffSessions.id });
  return rows.length;
}

/** Replaces an earlier one that was not answered. */
export async function setChallenge(
  tx: Tx,
  { companyId, sessionId }: StaffSessionKey,
  challengeHash: string,
): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ challengeHash })
    .where(matching(staffSessions, { companyId, id: sessionId }));
}

/** False when it was answered before, or replaced by another one. */
export async function spendChallenge(
  tx: Tx,
  { companyId, sessionId }: StaffSessionKey,
  challengeHash: string,
): Promise<boolean> {
  return hasRows(
    tx
      .update(staffSessions)
      .set({ challengeHash: null })
      .where(matching(staffSessions, { companyId, id: sessionId, challengeHash, revokedAt: null }))
      .returning({ id: staffSessions.id }),
  );
}

export async function setSecondFactor(
  tx: Tx,
  { companyId, sessionId }: StaffSessionKey,
  at: Instant,
): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ secondFactorAt: at })
    .where(matching(staffSessions, { companyId, id: sessionId }));
}
