/**
 * A link that recovers one failed charge (ADR 0093). Without a sign-in, it opens the invoice at the bank's
 * confirmation or at the choice of another method. Only the newest link of a request works, and only for a week.
 */
import type {
  AttemptId,
  CompanyId,
  CustomerId,
  LinkToken,
  RequestId,
} from '@quittance/contract/ids';
import { insertCapability, revokeRecoveryLinks } from '../identity/capabilities.ts';
import { hashLinkToken, mintLinkToken } from '../identity/link-token.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Tx } from '../platform/database/database.ts';
import { isOnDistributed } from '../platform/database/transaction.ts';

const LIVES_MS = 7 * 86_400_000;

export type RecoveredPayment = {
  companyId: CompanyId;
  customerId: CustomerId;
  requestId: RequestId;
  id: AttemptId;
};

export async function createRecoveryLink(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { companyId, customerId, requestId, id: recoversAttemptId }: RecoveredPayment,
): Promise<LinkToken> {
  const createdAt = clock.now();
  await revokeRecoveryLinks(tx, { companyId, requestId }, createdAt);
  const token = mintLinkToken(entropy.bytes, isOnDistributed(tx) ? companyId : null);
  await insertCapability(tx, {
    companyId,
    customerId,
    requestId,
    id: entropy.uuid(),
    tokenHash: hashLinkToken(token),
    scope: 'pay',
    createdAt,
    expiresAt: addMs(createdAt, LIVES_MS),
    recoversAttemptId,
  });
  return token;
}
