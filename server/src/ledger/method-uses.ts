import type { Instant } from '@quittance/contract/dates';
import type { MethodId } from '@quittance/contract/ids';
import { and, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { attempts } from '../schema/payments.ts';

export type MethodUse = {
  methodId: MethodId | null;
  lastUsedAt: Instant | null;
  hasLostDispute: boolean;
};

export async function listMethodUses(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
): Promise<MethodUse[]> {
  const { createdAt, initiator, methodId, state } = attempts;
  const isPaid = sql`${initiator} = 'CIT' and ${state} in ('SUCCEEDED', 'PENDING')`;
  const isLost = sql`exists (select from disputes d where d.company_id = ${companyId}::uuid
    and d.attempt_id = ${attempts.id} and d.state = 'LOST')`;
  return tx
    .select({
      methodId,
      lastUsedAt: sql<Instant | null>`max(${createdAt}) filter (where ${isPaid})`.mapWith(
        createdAt,
      ),
      hasLostDispute: sql<boolean>`coalesce(bool_or(${isLost}), false)`,
    })
    .from(attempts)
    .where(and(matching(attempts, { companyId, customerId }), isNotNull(methodId)))
    .groupBy(methodId);
}
