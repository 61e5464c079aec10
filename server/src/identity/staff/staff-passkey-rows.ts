/** Passkeys of staff. */
import type { CompanyId } from '@quittance/contract/ids';
import { asc, count } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { MemberKey } from '../../platform/database/keys.ts';
import { matching } from '../../platform/database/keys.ts';
import { firstRow, hasRows, lockRow, updateRow } from '../../platform/database/rows.ts';
import { staffPasskeys } from '../../schema/staff.ts';

export type PasskeyRow = typeof staffPasskeys.$inferSelect;

/** Null when the authenticator is registered already. */
export async function insertPasskey(
  tx: Tx,
  row: typeof staffPasskeys.$inferInsert,
): Promise<PasskeyRow | null> {
  return firstRow(tx.insert(staffPasskeys).values(row).onConflictDoNothing().returning());
}

export async function listPasskeys(
  tx: Tx,
  { companyId, memberId }: MemberKey,
): Promise<PasskeyRow[]> {
  return tx
    .select()
    .from(staffPasskeys)
    .where(matching(staffPasskeys, { companyId, memberId }))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id));
}

export async function countPasskeys(tx: Tx, { companyId, memberId }: MemberKey): Promise<number> {
  const row = await firstRow(
    tx
      .select({ passkeys: count() })
      .from(staffPasskeys)
      .where(matching(staffPasskeys, { companyId, memberId })),
  );
  return row?.passkeys ?? 0;
}

export async function lockPasskey(
  tx: Tx,
  { companyId, memberId, credentialId }: MemberKey & { credentialId: string },
): Promise<PasskeyRow | null> {
  return lockRow(tx, staffPasskeys, { companyId, memberId, credentialId });
}

export async function updatePasskey(
  tx: Tx,
  { companyId, id }: { companyId: CompanyId; id: string },
  change: Partial<Pick<PasskeyRow, 'signCount' | 'lastUsedAt'>>,
): Promise<PasskeyRow> {
  return updateRow(tx, staffPasskeys, { key: { companyId, id }, change });
}

/** False when it is not the member's. */
export async function deletePasskey(
  tx: Tx,
  { companyId, memberId, passkeyId }: MemberKey & { passkeyId: string },
): Promise<boolean> {
  return hasRows(
    tx
      .delete(staffPasskeys)
      .where(matching(staffPasskeys, { companyId, memberId, id: passkeyId }))
      .returning({ id: staffPasskeys.id }),
  );
}

export async function deletePasskeys(tx: Tx, { companyId, memberId }: MemberKey): Promise<void> {
  await tx.delete(staffPasskeys).where(matching(staffPasskeys, { companyId, memberId }));
}
