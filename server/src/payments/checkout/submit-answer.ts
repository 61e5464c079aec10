/** The response to a submitted payment or schedule, for the first request and for repeats of its key. */
import { ERRORS, PAYMENT_TOASTS } from '@quittance/contract/errors';
import type { SubmitAnswer } from '@quittance/contract/payments/portal-schemas';
import { AppError } from '../../kernel/errors.ts';
import { threeDSOf } from '../../methods/save-method.ts';
import type { Outcome, SetupOutcome } from '../../processors/processor.ts';

/** `isRepeat` means that the idempotency key was used before and the stored result is returned. */
export type SubmitOutcome = { answer: SubmitAnswer; isRepeat: boolean };

export type SubmitResult = Pick<SubmitAnswer, 'paymentId' | 'status'> & {
  successMessage: string;
  responseMessage: string | null;
};

const MESSAGES = {
  PENDING: PAYMENT_TOASTS.processing,
  FAILED: PAYMENT_TOASTS.failed,
  RETURN: PAYMENT_TOASTS.failed,
} as const;

function submitAnswer(result: SubmitResult, outcome: Outcome | SetupOutcome | null): SubmitAnswer {
  const { paymentId, status, successMessage, responseMessage } = result;
  return {
    success: status === 'SUCCESS' || status === 'PENDING',
    message: status === 'SUCCESS' ? successMessage : MESSAGES[status],
    ...(responseMessage ? { responseMessage } : {}),
    paymentId,
    status,
    ...threeDSOf(outcome),
  };
}

export function answerSubmit(
  result: SubmitResult,
  outcome: Outcome | SetupOutcome | null,
): SubmitOutcome {
  if (outcome?.kind === 'not_sent') {
    throw new AppError('PROCESSOR_UNAVAILABLE', {
      responseMessage: ERRORS.PROCESSOR_UNAVAILABLE.message,
    });
  }
  return { answer: submitAnswer(result, outcome), isRepeat: false };
}

/** Returns the final result, or that it is pending. A repeated key never starts a second charge. */
export function answerRepeat(result: SubmitResult): SubmitOutcome {
  return { answer: submitAnswer(result, null), isRepeat: true };
}
