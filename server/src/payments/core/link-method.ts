/**
 * Decides which saved method the holder of a link may charge (R86): only the method of the failed charge that a
 * recovery link was created for, up to its amount, once, while the link is valid. A method entered for the invoice
 * does not count as saved (R18).
 */
import type { MethodId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import { findCapabilityById } from '../../identity/capabilities.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type LinkPrincipal, type Principal, principalName } from '../../kernel/principal.ts';
import { hasChargedMethod } from '../../ledger/attempt-history.ts';
import { findAttempt } from '../../ledger/attempts.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { MethodRow } from '../../schema/customers.ts';

type Recoverable = { methodId: MethodId; amountCents: Cents };

/** Returns null for every other link, and once a charge through this link is open or has succeeded. */
export async function findRecoverable(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  link: LinkPrincipal,
): Promise<Recoverable | null> {
  if (!link.isRecovery) return null;
  const { companyId, requestId } = link;
  const row = await findCapabilityById(tx, { companyId, id: link.linkId });
  if (!row?.recoversAttemptId || row.revokedAt || row.expiresAt <= clock.now()) return null;
  const failed = await findAttempt(tx, { companyId, attemptId: row.recoversAttemptId });
  if (!failed?.methodId) return null;
  const { methodId, amountCents } = failed;
  const charge = { companyId, requestId, methodId, actor: principalName(link) };
  return (await hasChargedMethod(tx, charge)) ? null : { methodId, amountCents };
}

export type MethodUse = {
  principal: Principal;
  method: MethodRow;
  amountCents: Cents | null;
};

export async function mayChargeSaved(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { principal, method, amountCents }: MethodUse,
): Promise<boolean> {
  if (principal.kind === 'customer') return true;
  const recoverable = await findRecoverable(tx, deps, principal);
  if (recoverable?.methodId !== method.id) return false;
  return amountCents === null || amountCents <= recoverable.amountCents;
}

export async function refuseSavedByLink(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  use: MethodUse,
): Promise<void> {
  if (!use.method.isSaved || (await mayChargeSaved(tx, deps, use))) return;
  throw new AppError('METHOD_NOT_USABLE');
}
