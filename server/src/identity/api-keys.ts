/** API keys, found by the hash of what a caller sends. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { desc } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { findRow, firstRow, insertRow, lockRow, updateRow } from '../platform/database/rows.ts';
import { apiKeys } from '../schema/provider.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type ApiKeyRef = { companyId: CompanyId; keyId: string };

export async function insertKey(tx: Tx, row: typeof apiKeys.$inferInsert): Promise<ApiKeyRow> {
  return insertRow(tx, apiKeys, row);
}

/** System scope: there is no company before the key is known. */
export async function findKeyByHash(
  tx: Tx,
  key: { keyHash: string; companyId?: CompanyId },
): Promise<ApiKeyRow | null> {
  return findRow(tx, apiKeys, key);
}

export async function lockKey(tx: Tx, { companyId, keyId }: ApiKeyRef): Promise<ApiKeyRow | null> {
  return lockRow(tx, apiKeys, { companyId, id: keyId });
}

export async function listKeys(tx: Tx, companyId: CompanyId): Promise<ApiKeyRow[]> {
  return tx
    .select()
    .from(apiKeys)
    .where(matching(apiKeys, { companyId }))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

type KeyChange = Partial<Pick<ApiKeyRow, 'expiresAt' | 'revokedAt' | 'lastUsedAt'>>;

export async function updateKey(
  tx: Tx,
  { companyId, keyId }: ApiKeyRef,
  change: KeyChange,
): Promise<ApiKeyRow> {
  return updateRow(tx, apiKeys, { key: { companyId, id: keyId }, change });
}

/** System scope. */
export async function markKeyUsed(tx: Tx, { companyId, keyId }: ApiKeyRef, at: Instant) {
  return firstRow(
    tx
      .update(apiKeys)
      .set({ lastUsedAt: at })
      .where(matching(apiKeys, { companyId, id: keyId }))
      .returning({ id: apiKeys.id }),
  );
}
