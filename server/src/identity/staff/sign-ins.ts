/**
 * Mailed sign-ins and invitations of staff. The update that marks one as used decides races, so each works once. An
 * attempt at a code is counted before the code is compared.
 */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { MemberKey } from '../../platform/database/keys.ts';
import { matching } from '../../platform/database/keys.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { staffSignIns } from '../../schema/staff.ts';

export type StaffSignInRow = typeof staffSignIns.$inferSelect;

export async function insertStaffSignIn(
  tx: Tx,
  row: typeof staffSignIns.$inferInsert,
): Promise<void> {
  await tx.insert(staffSignIns).values(row);
}

function isAlive(now: Instant) {
  return and(isNull(staffSignIns.usedAt), gt(staffSignIns.expiresAt, now));
}

type LinkKey = { companyId: CompanyId; tokenHash: string; now: Instant };

/** System scope, like all that follow: there is no session yet. */
export async function findLiveSignIn(
  tx: Tx,
  { companyId, tokenHash, now }: LinkKey,
): Promise<StaffSignInRow | null> {
  return firstRow(
    tx
      .select()
      .from(staffSignIns)
      .where(and(matching(staffSignIns, { companyId, tokenHash }), isAlive(now))),
  );
}

export async function findSignInOfRequest(
  tx: Tx,
  { companyId, mailRequestId, now }: { companyId: CompanyId; mailRequestId: string; now: Instant },
): Promise<StaffSignInRow | null> {
  return firstRow(
    tx
      .select()
      .from(staffSignIns)
      .where(and(matching(staffSignIns, { companyId, mailRequestId }), isAlive(now))),
  );
}

/** Null for all but one of several concurrent callers. */
export async function useSignIn(
  tx: Tx,
  { companyId, id, now }: { companyId: CompanyId; id: string; now: Instant },
): Promise<StaffSignInRow | null> {
  return firstRow(
    tx
      .update(staffSignIns)
      .set({ usedAt: now })
      .where(and(matching(staffSignIns, { companyId, id }), isAlive(now)))
      .returning(),
  );
}

/** The member's links and codes no longer work. */
export async function endSignIns(
  tx: Tx,
  { companyId, memberId }: MemberKey,
  now: Instant,
): Promise<void> {
  await tx
    .update(staffSignIns)
    .set({ usedAt: now })
    .where(matching(staffSignIns, { companyId, memberId, usedAt: null }));
}

/** Spends one attempt at the code of the opened link; null when the link is dead or none is left. */
export async function spendStaffCodeAttempt(
  tx: Tx,
  { companyId, tokenHash, now }: LinkKey,
  attemptsMax: number,
): Promise<StaffSignInRow | null> {
  return firstRow(
    tx
      .update(staffSignIns)
      .set({ codeTries: sql`${staffSignIns.codeTries} + 1` })
      .where(
        and(
          matching(staffSignIns, { companyId, tokenHash }),
          isAlive(now),
          lt(staffSignIns.codeTries, attemptsMax),
        ),
      )
      .returning(),
  );
}
