/** Passkeys (R63), found by what their authenticator calls them, and the challenges that were spent. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { asc, lte } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { type CustomerKey, matching } from '../../platform/database/keys.ts';
import { hasRows, lockRow, updateRow } from '../../platform/database/rows.ts';
import { passkeys, spentChallenges } from '../../schema/passkeys.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

type PasskeyKey = { companyId: CompanyId; passkeyId: string };

/** False when the credential is stored already. */
export async function insertPasskey(
  tx: Tx,
  passkey: typeof passkeys.$inferInsert,
): Promise<boolean> {
  return hasRows(
    tx.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id }),
  );
}

/** Of concurrent uses of one passkey, the second compares its counter with that of the first. */
export function lockPasskeyOfCredential(
  tx: Tx,
  key: { companyId: CompanyId; credentialId: string },
): Promise<PasskeyRow | null> {
  return lockRow(tx, passkeys, key);
}

type PasskeyChange = Partial<
  Pick<PasskeyRow, 'counter' | 'isBackedUp' | 'lastUsedAt' | 'blockedAt'>
>;

export async function updatePasskey(
  tx: Tx,
  { companyId, passkeyId }: PasskeyKey,
  change: PasskeyChange,
): Promise<void> {
  await updateRow(tx, passkeys, { key: { companyId, id: passkeyId }, change });
}

/** In the order in which they were added. */
export function listPasskeys(tx: Tx, { companyId, customerId }: CustomerKey) {
  return tx
    .select()
    .from(passkeys)
    .where(matching(passkeys, { companyId, customerId }))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

type OwnPasskey = CustomerKey & { passkeyId: string };

/** False when the customer has no such passkey. */
export function renamePasskey(
  tx: Tx,
  { companyId, customerId, passkeyId }: OwnPasskey,
  name: string,
): Promise<boolean> {
  return hasRows(
    tx
      .update(passkeys)
      .set({ name })
      .where(matching(passkeys, { companyId, customerId, id: passkeyId }))
      .returning({ id: passkeys.id }),
  );
}

/** False when the customer has no such passkey. */
export function deletePasskey(
  tx: Tx,
  { companyId, customerId, passkeyId }: OwnPasskey,
): Promise<boolean> {
  return hasRows(
    tx
      .delete(passkeys)
      .where(matching(passkeys, { companyId, customerId, id: passkeyId }))
      .returning({ id: passkeys.id }),
  );
}

/** False when it was spent before. Of concurrent uses, one succeeds: the other waits for its transaction. */
export function spendChallenge(
  tx: Tx,
  challenge: CustomerKey & { id: string; expiresAt: Instant },
): Promise<boolean> {
  return hasRows(
    tx
      .insert(spentChallenges)
      .values(challenge)
      .onConflictDoNothing()
      .returning({ id: spentChallenges.id }),
  );
}

/** System scope. */
export async function deleteSpentChallengesBefore(tx: Tx, now: Instant): Promise<void> {
  await tx.delete(spentChallenges).where(lte(spentChallenges.expiresAt, now));
}
