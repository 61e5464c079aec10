/** Passkeys of customers (R63) and staff (R74), looked up by credential id, and their used challenges. */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, lte } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/database/database.ts';
import { type CustomerKey, type MemberKey, matching } from '../../platform/database/keys.ts';
import { firstRow, hasRows, listRows, lockRow, updateRow } from '../../platform/database/rows.ts';
import { listCompaniesWithRows } from '../../platform/database/sharding/across-companies.ts';
import { hashToken } from '../../platform/sealing/secret-token.ts';
import { spentChallenges } from '../../schema/passkeys.ts';
import { staffSessions } from '../../schema/staff.ts';
import { type Owner, ownerKey, ownerRealm, REALMS, type RealmName } from '../realm.ts';
import type { Challenge } from './ceremony.ts';

type Tables = { [Name in RealmName]: (typeof REALMS)[Name]['tables']['passkeys'] };
export type PasskeyRow<Name extends RealmName = RealmName> = Tables[Name]['$inferSelect'];

export function insertPasskey(
  tx: Tx,
  row: Tables[RealmName]['$inferInsert'],
): Promise<PasskeyRow | null> {
  const table: PgTable = ownerRealm(row).tables.passkeys;
  const query = tx.insert(table).values(row).onConflictDoNothing().returning();
  return firstRow(query) as Promise<PasskeyRow | null>; // because the row is of this table
}

type Credential = { companyId: CompanyId; credentialId: string };

/** Serializes concurrent uses of one passkey, so that the second compares its counter with the first one's. */
export function lockPasskey<Name extends RealmName>(
  tx: Tx,
  realm: Name,
  key: Credential | (Credential & MemberKey),
): Promise<PasskeyRow<Name> | null> {
  const table: PgTable = REALMS[realm].tables.passkeys;
  return lockRow(tx, table, key) as Promise<PasskeyRow<Name> | null>; // because the row is of this table
}

type PasskeyChange = Partial<
  Pick<PasskeyRow, 'counter' | 'isBackedUp' | 'lastUsedAt' | 'blockedAt'>
>;

export async function updatePasskey(
  tx: Tx,
  passkey: PasskeyRow,
  change: PasskeyChange,
): Promise<void> {
  const { companyId, id } = passkey;
  await updateRow(tx, ownerRealm(passkey).tables.passkeys, { key: { companyId, id }, change });
}

export function listPasskeys(tx: Tx, owner: Owner): Promise<PasskeyRow[]> {
  const table = ownerRealm(owner).tables.passkeys;
  return listRows(tx, table, { values: ownerKey(owner), orderedBy: ['createdAt', 'id'] });
}

export async function deletePasskey(
  tx: Tx,
  owner: Owner,
  passkeyId: string,
): Promise<PasskeyRow | null> {
  const table = ownerRealm(owner).tables.passkeys;
  const isOwn = matching(table, { ...ownerKey(owner), id: passkeyId });
  const [deleted] = await tx.delete(table).where(isOwn).returning();
  return deleted ?? null;
}

export async function deletePasskeys(tx: Tx, owner: Owner): Promise<void> {
  const table = ownerRealm(owner).tables.passkeys;
  await tx.delete(table).where(matching(table, ownerKey(owner)));
}

export type ChallengeOwner = CustomerKey | (MemberKey & { sessionId: string });

/**
 * Returns false if the challenge was already used. If two uses are concurrent, one succeeds and the other waits for
 * its transaction. A customer's challenge is sealed, and only its use is stored. A staff session stores its newest
 * challenge.
 */
export function spendChallenge(
  tx: Tx,
  owner: ChallengeOwner,
  { id, expiresAt, text }: Challenge,
): Promise<boolean> {
  const { companyId } = owner;
  if ('memberId' in owner) {
    const open = { companyId, id: owner.sessionId, challengeHash: hashToken(text) };
    return hasRows(
      tx
        .update(staffSessions)
        .set({ challengeHash: null })
        .where(matching(staffSessions, { ...open, revokedAt: null }))
        .returning({ id: staffSessions.id }),
    );
  }
  return hasRows(
    tx
      .insert(spentChallenges)
      .values({ companyId, customerId: owner.customerId, id, expiresAt })
      .onConflictDoNothing()
      .returning({ id: spentChallenges.id }),
  );
}

/** Requires system scope. */
export async function deleteSpentChallengesBefore(tx: Tx, now: Instant): Promise<void> {
  const where = lte(spentChallenges.expiresAt, now);
  const reason = 'challenges of every company expire';
  for (const companyId of await listCompaniesWithRows(tx, spentChallenges, { where, reason })) {
    await tx.delete(spentChallenges).where(and(matching(spentChallenges, { companyId }), where));
  }
}
