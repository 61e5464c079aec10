/** Pays an estimate that the customer has accepted (product §7, estimate/pay; R25). */
import { type Cents, subtractCents } from '@quittance/contract/money';
import { isEstimateAccepted } from '@quittance/domain/status/estimate-status';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tx } from '../../platform/database/database.ts';
import { feeAgreed } from '../core/amount-due.ts';
import { type LockedContext, type PaymentInstruction, refuseWhileOpen } from './begin.ts';
import type { SubmitOutcome } from './submit-answer.ts';
import { type AgreedAmount, takeSinglePayment } from './take-payment.ts';

export async function amountOfEstimate(
  tx: Tx,
  { context, payable }: LockedContext,
): Promise<Cents> {
  if (payable.kind !== 'estimate') throw new AppError('REQUEST_NOT_FOUND');
  const { totalCents, paidCents } = payable.estimate;
  const amountCents = subtractCents(totalCents, paidCents);
  if (amountCents === 0) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  await refuseWhileOpen(tx, context);
  // Only an accepted estimate is owed, not an offered, expired or withdrawn one.
  if (!isEstimateAccepted(payable.estimate)) throw new AppError('ACCOUNT_NOT_PAYABLE');
  return amountCents;
}

async function agreeOnAmount(
  tx: Tx,
  { body }: PaymentInstruction,
  locked: LockedContext,
): Promise<AgreedAmount> {
  const amountCents = await amountOfEstimate(tx, locked);
  return { amountCents, feeCents: feeAgreed(body, locked.context.company, amountCents) };
}

export function payEstimate(deps: Deps, instruction: PaymentInstruction): Promise<SubmitOutcome> {
  return takeSinglePayment(deps, instruction, {
    purpose: 'ESTIMATE',
    paymentOption: null,
    agreeOnAmount: (tx, locked) => agreeOnAmount(tx, instruction, locked),
  });
}
