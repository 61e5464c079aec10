/**
 * The truth about a payment for a browser that waits (R21). Reading it also asks the processor when
 * that is due, so that a payer who watches does not wait for a job.
 */
import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import type { RequestStatusAnswer } from '@quittance/contract/payments';
import { isOpen, paymentStatusOf } from '@quittance/domain/status/payment-status';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { methodLineOf } from '../../methods/method-line.ts';
import { setupStatusOf } from '../../methods/setup-status.ts';
import { maySee, type Principal, principalName } from '../../principal.ts';
import { findRequest } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { type Attempt, findAttempt, findNewestAttempt } from '../../storage/payments/attempts.ts';
import { findKey } from '../../storage/payments/idempotency.ts';
import { processingStatusOf } from '../core/events.ts';
import { resolveIfDue } from './resolve.ts';

export type StatusQuestion = {
  principal: Principal;
  requestId: RequestId;
  key: IdempotencyKey | undefined;
};

async function find(tx: Tx, { principal, requestId, key }: StatusQuestion) {
  const { companyId } = principal;
  // Row-level security shows a customer no request but their own.
  if (!(await findRequest(tx, { companyId, requestId }))) throw new AppError('REQUEST_NOT_FOUND');
  if (!key) return findNewestAttempt(tx, { companyId, requestId });
  const claimed = await findKey(tx, { companyId, scope: principalName(principal), key });
  return claimed ? findAttempt(tx, { companyId, attemptId: claimed.attemptId }) : null;
}

/** Whoever has a link may not have paid: only the payer's own key tells what paid (R4). */
function knowsMethod({ principal, key }: StatusQuestion): boolean {
  return principal.kind === 'customer' || key !== undefined;
}

function describe(question: StatusQuestion, attempt: Attempt | null): RequestStatusAnswer {
  if (!attempt) return { success: true, paymentProcessingStatus: 'idle', payment: null };
  return {
    success: true,
    paymentProcessingStatus: processingStatusOf(attempt.state),
    payment: {
      id: attempt.id,
      status: paymentStatusOf(attempt.state),
      amount: attempt.amountCents,
      fee: attempt.feeCents,
      method: knowsMethod(question) ? methodLineOf(attempt) : null,
      createdAt: attempt.createdAt,
      responseMessage: attempt.responseMessage,
    },
  };
}

export async function requestStatus(
  deps: Deps,
  question: StatusQuestion,
): Promise<RequestStatusAnswer> {
  const { companyId, customerId } = question.principal;
  if (!maySee(question.principal, question.requestId)) throw new AppError('REQUEST_NOT_FOUND');
  const attempt = await deps.database.inCompany({ companyId, customerId }, (tx) =>
    find(tx, question),
  );
  if (!attempt || !question.key) {
    const newerThan = attempt?.createdAt ?? null;
    const scheduling = await setupStatusOf(deps, { ...question, newerThan });
    if (scheduling) return scheduling;
  }
  if (!attempt || !isOpen(attempt.state)) return describe(question, attempt);
  const asked = await resolveIfDue(deps, { companyId, attemptId: attempt.id });
  return describe(question, asked);
}
