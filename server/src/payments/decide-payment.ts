/**
 * Records a company's decision on the outcome of a held payment, which was sent but has no outcome from the
 * processor. The processor's records still take precedence later: settle() lets a success follow a failure.
 */
import { RESPONSE_MESSAGES } from '@quittance/contract/errors';
import type { AttemptId } from '@quittance/contract/ids';
import type { ProviderPayment } from '@quittance/contract/invoices/payment-provider-schemas';
import { addCents } from '@quittance/contract/money';
import type { Decision } from '@quittance/contract/payments/provider-schemas';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Attempt, type AttemptKey, findAttempt, lockAttempt } from '../ledger/attempts.ts';
import { isHeld } from '../ledger/next-check.ts';
import { type Actor, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Outcome } from '../processors/processor.ts';
import { lockPayable } from './core/lock-payable.ts';
import { settleIn } from './settlement/settle.ts';
import { showOnePayment } from './show-payment.ts';

function toOutcome(decision: Decision, attempt: Attempt): Outcome {
  if (decision.outcome === 'not_paid') {
    const { processorReference } = attempt;
    const message = RESPONSE_MESSAGES.notFoundAtProcessor;
    return { kind: 'declined', processorReference, code: 'never_seen', message, class: 'soft' };
  }
  const { processorReference } = decision;
  const amountCents = addCents(attempt.amountCents, attempt.feeCents);
  const booked = { processorReference, amountCents, currency: 'USD', method: null, saved: null };
  return { kind: 'succeeded', ...booked };
}

/** If two decisions are made at the same time, the second one sees that the payment is already decided. */
async function lockHeld(tx: Tx, { clock }: Deps, key: AttemptKey): Promise<Attempt> {
  const found = await findAttempt(tx, key);
  if (!found) throw new AppError('NOT_FOUND');
  await lockPayable(tx, found);
  const attempt = await lockAttempt(tx, key);
  if (!attempt || !isHeld(attempt, clock.now())) throw new AppError('PAYMENT_NOT_HELD');
  return attempt;
}

export async function decidePayment(
  tx: Tx,
  deps: Deps,
  { actor, attemptId, decision }: { actor: Actor; attemptId: AttemptId; decision: Decision },
): Promise<ProviderPayment> {
  const key = { companyId: actor.companyId, attemptId };
  const attempt = await lockHeld(tx, deps, key);
  const settled = await settleIn(tx, deps, {
    ...key,
    outcome: toOutcome(decision, attempt),
    source: 'operator',
  });
  const { outcome, reason } = decision;
  const subject = `attempt:${attemptId}`;
  const detail = { outcome, reason };
  await recordAction(tx, deps, { actor, action: 'payment.decided', subject, detail });
  return showOnePayment(tx, settled);
}
