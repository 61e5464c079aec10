/**
 * A payment by a payer who is present, from the wish to the answer: begin → charge → settle. Each use
 * case brings how it decides; this is what they have in common.
 */
import { ERRORS, PAYMENT_TOASTS } from '@quittance/contract/errors';
import type { SubmitAnswer } from '@quittance/contract/payments';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import { paymentStatusOf } from '@quittance/domain/status/payment-status';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { mayPay } from '../../principal.ts';
import type { Outcome, Processor } from '../../processors/processor.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { processorOf } from '../core/processor-for-company.ts';
import { runCharge } from '../settlement/charge-and-settle.ts';
import { begin, type Undertaking } from './begin.ts';

export type Paid = { answer: SubmitAnswer; isRepeat: boolean };

/** `processor`: whose fields the browser has shown, where it has shown any. */
export type Taking = Undertaking & { processor: ProcessorName | null };

/** Told apart before anything is written: a company whose processor we cannot reach takes nothing. */
async function requireProcessor(deps: Deps, { principal, processor: shown }: Taking) {
  const { companyId } = principal;
  const company = await deps.database.inCompany({ companyId }, (tx) => findCompany(tx, companyId));
  invariant(company, 'a principal belongs to a company');
  if (company.isDemo) throw new AppError('DEMO_MODE');
  if (shown !== null && shown !== company.processor) throw new AppError('INVALID_REQUEST');
  const processor: Processor | null = await processorOf(deps, company);
  if (!processor) throw new AppError('PROCESSOR_UNAVAILABLE');
  return processor;
}

function messageFor(attempt: Attempt): string {
  const status = paymentStatusOf(attempt.state);
  if (status === 'SUCCESS') return PAYMENT_TOASTS.success;
  if (status === 'PENDING') return PAYMENT_TOASTS.processing;
  return PAYMENT_TOASTS.failed;
}

export function answerFor(attempt: Attempt, outcome?: Outcome): SubmitAnswer {
  const status = paymentStatusOf(attempt.state);
  const threeDSData = outcome?.kind === 'action_required' ? outcome.threeDSData : null;
  return {
    success: status === 'SUCCESS' || status === 'PENDING',
    message: messageFor(attempt),
    ...(attempt.responseMessage ? { responseMessage: attempt.responseMessage } : {}),
    paymentId: attempt.id,
    status,
    isThreeDSActionRequired: threeDSData !== null,
    ...(threeDSData !== null ? { threeDSData } : {}),
  };
}

/** The same key again: the finished answer, or "still running", but never a second start. */
function answerRepeat(attempt: Attempt): Paid {
  if (paymentStatusOf(attempt.state) === 'PENDING') throw new AppError('ACCOUNT_IS_PROCESSING');
  return { answer: answerFor(attempt), isRepeat: true };
}

export async function takePayment(deps: Deps, taking: Taking): Promise<Paid> {
  if (!mayPay(taking.principal, taking.requestId)) throw new AppError('REQUEST_NOT_FOUND');
  const processor = await requireProcessor(deps, taking);
  const begun = await begin(deps, taking);
  if (begun.kind === 'repeated') return answerRepeat(begun.attempt);

  const { attempt, outcome } = await runCharge(deps, processor, begun);
  if (outcome.kind === 'not_sent') {
    throw new AppError('PROCESSOR_UNAVAILABLE', {
      responseMessage: ERRORS.PROCESSOR_UNAVAILABLE.message,
    });
  }
  return { answer: answerFor(attempt, outcome), isRepeat: false };
}
