/** Idempotency keys, namespaced by whoever sent them (ADR 0019). */
import type { Instant } from '@quittance/contract/dates';
import type { AttemptId, CompanyId, IdempotencyKey } from '@quittance/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { idempotencyKeys } from '../schema/payments.ts';

export type ScopedKey = { companyId: CompanyId; scope: string; key: IdempotencyKey };

export type ClaimedKey = { requestHash: string; attemptId: AttemptId };

export async function findKey(tx: Tx, scoped: ScopedKey): Promise<ClaimedKey | null> {
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.companyId, scoped.companyId),
        eq(idempotencyKeys.scope, scoped.scope),
        eq(idempotencyKeys.key, scoped.key),
      ),
    );
  return row ?? null;
}

export async function claimKey(
  tx: Tx,
  scoped: ScopedKey,
  claim: ClaimedKey & { createdAt: Instant },
): Promise<void> {
  await tx.insert(idempotencyKeys).values({ ...scoped, ...claim });
}
