/**
 * After a challenge, exactly one step follows: the charge is sent, or the attempt is given up. The first claim
 * decides, and its time is stored, because a charge may be sent again only within the processor's idempotency
 * window, counted from its first send. The claim is stored before the call, so it survives a crash between the two.
 */
import { isOpen } from '@quittance/domain/status/payment-status';
import type { Deps } from '../../kernel/deps.ts';
import {
  type Attempt,
  type AttemptKey,
  lockAttempt,
  updateAttempt,
} from '../../ledger/attempts.ts';
import type { Charges } from '../../processors/processor.ts';
import { type ChallengeStep, openOrder, sealOrder } from '../core/sealed-order.ts';

export type Claim = ChallengeStep & { isFirst: boolean };

export async function claimStep(
  deps: Deps,
  { companyId, id: attemptId }: Pick<Attempt, 'companyId' | 'id'>,
  kind: ChallengeStep['kind'],
): Promise<Claim | null> {
  const { sealer, clock, database } = deps;
  const key: AttemptKey = { companyId, attemptId };
  return database.inCompany({ companyId }, async (tx) => {
    const attempt = await lockAttempt(tx, key);
    if (!attempt?.orderSealed || !isOpen(attempt.state)) return null;
    const { orderSealed } = attempt;
    const opened = openOrder(sealer, { companyId, id: attemptId, orderSealed });
    if (opened.step) return { ...opened.step, isFirst: false };
    const claimed = { kind, at: clock.now() };
    const sealed = sealOrder(sealer, companyId, { ...opened, step: claimed });
    await updateAttempt(tx, key, { orderSealed: sealed });
    return { ...claimed, isFirst: true };
  });
}

/** Sending again outside the window could create a second charge. */
export async function mayCharge(
  deps: Deps,
  attempt: Attempt,
  { resend }: Pick<Charges, 'resend'>,
): Promise<boolean> {
  const claim = await claimStep(deps, attempt, 'charge');
  if (claim?.kind !== 'charge') return false;
  if (claim.isFirst) return true;
  const ageMs = Date.parse(deps.clock.now()) - Date.parse(claim.at);
  return resend.kind === 'same_key' && ageMs < resend.withinMs;
}
