/** Pays an estimate that the customer has accepted (product §7, estimate/pay; R25). */
import { subtractCents } from '@quittance/contract/money';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../storage/database.ts';
import { feeAgreed } from '../core/amount-due.ts';
import type { ChargeTerms } from '../core/charge-terms.ts';
import { type Locked, type PayCommand, refuseWhileOpen } from './begin.ts';
import { idempotencyInputOf, singlePaymentTerms } from './single-payment.ts';
import { type Paid, takePayment } from './take-payment.ts';

async function decide(
  tx: Tx,
  deps: Deps,
  { command, context, subject }: Locked & { command: PayCommand },
): Promise<ChargeTerms> {
  if (subject.kind !== 'estimate') throw new AppError('REQUEST_NOT_FOUND');
  const { totalCents, paidCents, status } = subject.estimate;
  const amountCents = subtractCents(totalCents, paidCents);
  if (amountCents === 0) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  await refuseWhileOpen(tx, context);
  // Accepted; one that is only offered, expired or withdrawn is not owed.
  if (status !== 'Processed') throw new AppError('ACCOUNT_NOT_PAYABLE');
  const feeCents = feeAgreed(command.body, context.company, amountCents);
  return singlePaymentTerms(tx, deps, {
    command,
    context,
    purpose: 'ESTIMATE',
    paymentOption: null,
    amountCents,
    feeCents,
  });
}

export function payEstimate(deps: Deps, command: PayCommand): Promise<Paid> {
  const { body, ...who } = command;
  return takePayment(deps, {
    ...who,
    processor: body.processor,
    paymentInfo: body.paymentInfo,
    idempotencyInput: idempotencyInputOf('ESTIMATE', body),
    decide: (tx, locked) => decide(tx, deps, { ...locked, command }),
  });
}
