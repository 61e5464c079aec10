/**
 * A payment with the payer present, from the instruction to the response: begin → charge → settle.
 * Each way to pay brings its own Checkout.
 */
import { PAYMENT_TOASTS } from '@quittance/contract/errors';
import { paymentStatusOf } from '@quittance/domain/status/payment-status';
import { requireProcessor } from '../../companies/require-company.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { mayPay } from '../../kernel/principal.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { withoutIntents } from '../intents/clear-intents.ts';
import { chargeAndSettle } from '../settlement/charge-and-settle.ts';
import { begin, type Checkout, type PaymentInstruction } from './begin.ts';
import { answerRepeat, answerSubmit, type SubmitResult, type Submitted } from './submit-answer.ts';

function resultOf({ id: paymentId, state, responseMessage }: Attempt): SubmitResult {
  const status = paymentStatusOf(state);
  return { paymentId, status, successMessage: PAYMENT_TOASTS.success, responseMessage };
}

export async function takePayment(
  deps: Deps,
  instruction: PaymentInstruction<unknown>,
  checkout: Checkout,
): Promise<Submitted> {
  const { principal, requestId } = instruction;
  if (!mayPay(principal, requestId)) throw new AppError('REQUEST_NOT_FOUND');
  const { companyId } = principal;
  const processor = await requireProcessor(deps, { companyId, shown: checkout.processor });
  const started = await withoutIntents(deps, () => begin(deps, { instruction, checkout }));
  if (started.kind === 'repeated') return answerRepeat(resultOf(started.attempt));
  const { attempt, outcome } = await chargeAndSettle(deps, processor, started);
  return answerSubmit(resultOf(attempt), outcome);
}
