/** Idempotency keys, namespaced by their sender (ADR 0019). */
import type { Instant } from '@quittance/contract/dates';
import type { AttemptId, CompanyId, CustomerId } from '@quittance/contract/ids';
import { idempotencyKeys } from '../../schema/idempotency-keys.ts';
import type { Tx } from '../database/database.ts';
import { findRow, insertAhead } from '../database/rows.ts';

export type ScopedKey = { companyId: CompanyId; scope: string; key: string };

export type ClaimedKey = { requestHash: string; attemptId: AttemptId };

export async function findKey(
  tx: Tx,
  { companyId, scope, key }: ScopedKey,
): Promise<ClaimedKey | null> {
  return findRow(tx, idempotencyKeys, { companyId, scope, key });
}

export async function claimKey(
  tx: Tx,
  scoped: ScopedKey,
  claim: ClaimedKey & { customerId: CustomerId; createdAt: Instant },
): Promise<void> {
  insertAhead(tx, idempotencyKeys, { ...scoped, ...claim });
}
