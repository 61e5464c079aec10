/** Members of a company's staff, and the key by which their addresses are found. */

import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, count, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { type MemberKey, matching } from '../../platform/database/keys.ts';
import { findRow, firstRow, lockRow, updateRow } from '../../platform/database/rows.ts';
import { companySecrets } from '../../schema/companies.ts';
import { staffMembers, staffPasskeys, staffSessions } from '../../schema/staff.ts';

export type MemberRow = typeof staffMembers.$inferSelect;

/** System scope. The sealed key of the company's keyed hashes; null while it has none. */
export async function findLookupKey(tx: Tx, companyId: CompanyId): Promise<string | null> {
  const row = await firstRow(
    tx
      .select({ key: companySecrets.lookupKeySealed })
      .from(companySecrets)
      .where(matching(companySecrets, { companyId })),
  );
  return row?.key ?? null;
}

/** System scope. Of two callers at once, both get the key of the first. */
export async function keepLookupKey(
  tx: Tx,
  { companyId, sealed }: { companyId: CompanyId; sealed: string },
): Promise<string | null> {
  const row = await firstRow(
    tx
      .update(companySecrets)
      .set({ lookupKeySealed: sql`coalesce(${companySecrets.lookupKeySealed}, ${sealed})` })
      .where(matching(companySecrets, { companyId }))
      .returning({ key: companySecrets.lookupKeySealed }),
  );
  return row?.key ?? null;
}

/** Null when the address is taken. */
export async function insertMember(
  tx: Tx,
  row: typeof staffMembers.$inferInsert,
): Promise<MemberRow | null> {
  return firstRow(tx.insert(staffMembers).values(row).onConflictDoNothing().returning());
}

export async function findMember(
  tx: Tx,
  { companyId, memberId }: MemberKey,
): Promise<MemberRow | null> {
  return findRow(tx, staffMembers, { companyId, id: memberId, removedAt: null });
}

export async function lockMember(
  tx: Tx,
  { companyId, memberId }: MemberKey,
): Promise<MemberRow | null> {
  return lockRow(tx, staffMembers, { companyId, id: memberId, removedAt: null });
}

/** Removed members have no address. */
export async function lockMemberByEmail(
  tx: Tx,
  { companyId, emailHash }: { companyId: CompanyId; emailHash: string },
): Promise<MemberRow | null> {
  return lockRow(tx, staffMembers, { companyId, emailHash });
}

/**
 * Locks the owners who have accepted, in one order: of two that remove or demote each other, the second one sees what the
 * first has done.
 */
export async function lockOwners(tx: Tx, companyId: CompanyId): Promise<MemberRow[]> {
  const isOwner = matching(staffMembers, { companyId, role: 'owner', removedAt: null });
  return tx
    .select()
    .from(staffMembers)
    .where(and(isOwner, isNull(staffMembers.invitationExpiresAt)))
    .orderBy(asc(staffMembers.id))
    .for('update');
}

export async function updateMember(
  tx: Tx,
  { companyId, memberId }: MemberKey,
  change: Partial<MemberRow>,
): Promise<MemberRow> {
  return updateRow(tx, staffMembers, { key: { companyId, id: memberId }, change });
}

export async function countMembers(tx: Tx, companyId: CompanyId): Promise<number> {
  const row = await firstRow(
    tx
      .select({ members: count() })
      .from(staffMembers)
      .where(matching(staffMembers, { companyId, removedAt: null })),
  );
  return row?.members ?? 0;
}

/** In the order in which they were invited. */
export async function listMembers(tx: Tx, companyId: CompanyId): Promise<MemberRow[]> {
  return tx
    .select()
    .from(staffMembers)
    .where(matching(staffMembers, { companyId, removedAt: null }))
    .orderBy(asc(staffMembers.createdAt), asc(staffMembers.id));
}

export async function listFormerMembers(tx: Tx, companyId: CompanyId): Promise<MemberRow[]> {
  return tx
    .select()
    .from(staffMembers)
    .where(and(matching(staffMembers, { companyId }), isNotNull(staffMembers.removedAt)))
    .orderBy(asc(staffMembers.removedAt));
}

/** By member: how many passkeys, and when a session was last used. */
export async function readMemberFacts(tx: Tx, companyId: CompanyId) {
  const passkeys = await tx
    .select({ memberId: staffPasskeys.memberId, count: count() })
    .from(staffPasskeys)
    .where(matching(staffPasskeys, { companyId }))
    .groupBy(staffPasskeys.memberId);
  const seen = await tx
    .select({ memberId: staffSessions.memberId, at: max(staffSessions.lastSeenAt) })
    .from(staffSessions)
    .where(matching(staffSessions, { companyId }))
    .groupBy(staffSessions.memberId);
  return {
    passkeyCounts: new Map(passkeys.map((row) => [row.memberId, row.count])),
    seenAt: new Map(seen.map(({ memberId, at }) => [memberId, at])),
  };
}
