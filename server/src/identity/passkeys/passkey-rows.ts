/** Passkeys of both realms (R63, R74), found by what their authenticator calls them, and the challenges they answered. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { lte } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/database/database.ts';
import { type CustomerKey, type MemberKey, matching } from '../../platform/database/keys.ts';
import { firstRow, hasRows, listRows, lockRow, updateRow } from '../../platform/database/rows.ts';
import { hashToken } from '../../platform/sealing/secret-token.ts';
import { spentChallenges } from '../../schema/passkeys.ts';
import { staffSessions } from '../../schema/staff.ts';
import { type Owner, ownerKey, ownerRealm, REALMS, type RealmName } from '../realm.ts';
import type { Challenge } from './ceremony.ts';

type Tables = { [Name in RealmName]: (typeof REALMS)[Name]['tables']['passkeys'] };
export type PasskeyRow<Name extends RealmName = RealmName> = Tables[Name]['$inferSelect'];

/** Null when the credential is stored already. */
export function insertPasskey(
  tx: Tx,
  row: Tables[RealmName]['$inferInsert'],
): Promise<PasskeyRow | null> {
  const table: PgTable = ownerRealm(row).tables.passkeys;
  const query = tx.insert(table).values(row).onConflictDoNothing().returning();
  return firstRow(query) as Promise<PasskeyRow | null>; // because the row is of this table
}

type Credential = { companyId: CompanyId; credentialId: string };

/** When one passkey is used twice at once, the second use compares its counter with that of the first. */
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

/** In the order in which they were added. */
export function listPasskeys(tx: Tx, owner: Owner): Promise<PasskeyRow[]> {
  const table = ownerRealm(owner).tables.passkeys;
  return listRows(tx, table, { values: ownerKey(owner), orderedBy: ['createdAt', 'id'] });
}

/** Null when the owner has no such passkey. */
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

/** A customer, or a session of a member. */
export type ChallengeOwner = CustomerKey | (MemberKey & { sessionId: string });

/**
 * False when it was spent before. Of concurrent uses, one succeeds: the other waits for its transaction. The challenge of
 * a customer is sealed, and only its use is stored; a session of staff stores its newest one.
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

/** System scope. */
export async function deleteSpentChallengesBefore(tx: Tx, now: Instant): Promise<void> {
  await tx.delete(spentChallenges).where(lte(spentChallenges.expiresAt, now));
}
