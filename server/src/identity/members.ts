/**
 * Members of a company's staff. Names and addresses are encrypted at rest, and an address is looked up by a hash
 * keyed per company (ADR 0099). The hash key is encrypted like every secret, so that hashes survive a rotation of
 * the encryption keys.
 */

import { createHmac } from 'node:crypto';
import type { Instant } from '@quittance/contract/dates';
import { foldEmail } from '@quittance/contract/http/pages-and-problems';
import type { MemberId } from '@quittance/contract/identity/staff';
import type { CompanyId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { and, asc, count, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import { type MemberKey, matching } from '../platform/database/keys.ts';
import { findRow, firstRow, listRows, lockRow, updateRow } from '../platform/database/rows.ts';
import { type Sealer, sealContext } from '../platform/sealing/seal.ts';
import { companySecrets } from '../schema/companies.ts';
import { staffMembers, staffPasskeys, staffSessions } from '../schema/staff.ts';

export type MemberRow = typeof staffMembers.$inferSelect;

export function isAdmitted({ invitationExpiresAt }: MemberRow, now: Instant): boolean {
  return invitationExpiresAt === null || now < invitationExpiresAt;
}

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
 * Locks the owners who have accepted, always in the same order. If two owners remove or demote each other, the
 * second sees the first one's change.
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

export function listMembers(tx: Tx, companyId: CompanyId): Promise<MemberRow[]> {
  const values = { companyId, removedAt: null };
  return listRows(tx, staffMembers, { values, orderedBy: ['createdAt', 'id'] });
}

export async function listFormerMembers(tx: Tx, companyId: CompanyId): Promise<MemberRow[]> {
  return tx
    .select()
    .from(staffMembers)
    .where(and(matching(staffMembers, { companyId }), isNotNull(staffMembers.removedAt)))
    .orderBy(asc(staffMembers.removedAt));
}

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

const KEY_BYTES = 32;

type LookupDeps = Pick<Deps, 'sealer' | 'entropy'>;

export function mintLookupKey({ bytes }: Deps['entropy']): string {
  return Buffer.from(bytes(KEY_BYTES)).toString('base64url');
}

async function readLookupKey(tx: Tx, { sealer, entropy }: LookupDeps, companyId: CompanyId) {
  const context = sealContext.lookupKey(companyId);
  const known = (await findRow(tx, companySecrets, { companyId }))?.lookupKeySealed;
  if (known) return sealer.open(known, context);
  const sealed = sealer.seal(mintLookupKey(entropy), context);
  // If two callers create a key at the same time, both get the first one.
  const kept = await firstRow(
    tx
      .update(companySecrets)
      .set({ lookupKeySealed: sql`coalesce(${companySecrets.lookupKeySealed}, ${sealed})` })
      .where(matching(companySecrets, { companyId }))
      .returning({ key: companySecrets.lookupKeySealed }),
  );
  invariant(kept?.key, 'a company has its secrets');
  return sealer.open(kept.key, context);
}

/** Addresses are hashed case-insensitively. */
export function toEmailHash(lookupKey: string, email: string): string {
  return createHmac('sha256', lookupKey).update(foldEmail(email)).digest('hex');
}

/** Requires system scope: the key is a secret of the company. */
export async function hashEmail(
  tx: Tx,
  deps: LookupDeps,
  { companyId, email }: { companyId: CompanyId; email: string },
): Promise<string> {
  return toEmailHash(await readLookupKey(tx, deps, companyId), email);
}

type Sealed = { companyId: CompanyId; memberId: MemberId };

export function sealName(sealer: Sealer, { name, ...member }: Sealed & { name: string }): string {
  return sealer.seal(name, sealContext.memberName(member));
}

export function sealEmail(
  sealer: Sealer,
  { email, ...member }: Sealed & { email: string },
): string {
  return sealer.seal(email, sealContext.memberEmail(member));
}

export function memberName(sealer: Sealer, { companyId, id, nameSealed }: MemberRow): string {
  return sealer.open(nameSealed, sealContext.memberName({ companyId, memberId: id }));
}

export function memberEmail(
  sealer: Sealer,
  { companyId, id, emailSealed }: MemberRow,
): string | null {
  const context = sealContext.memberEmail({ companyId, memberId: id });
  return emailSealed === null ? null : sealer.open(emailSealed, context);
}
