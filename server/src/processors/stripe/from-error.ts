/**
 * Theirs → ours, where Stripe says no or says nothing: which errors are declines, which prove that
 * nothing was charged, and which prove nothing at all. Their contents are never passed on whole,
 * because an error of the SDK carries the request and the intent's secrets with it.
 */
import Stripe from 'stripe';
import { NeverSent } from '../http.ts';
import type { Declined, NotSent, Unknown } from '../processor.ts';
import { declinedCard, declinedDebit } from './declines.ts';

const { errors } = Stripe;

const REFUSED_MESSAGE =
  'The payment could not be accepted. Please check the details and try again.';

/** Enough to find it in Stripe's own log, and nothing that could be a secret. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof errors.StripeError)) return error instanceof Error ? error.name : 'error';
  const status = error.statusCode ? `HTTP ${error.statusCode}` : null;
  return [error.type, error.code, status].filter(Boolean).join(' ');
}

/** Read and turned down: a 400 or a 404. */
export function isRefused(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError;
}

export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

const PAYMENT_REQUIRED = 402;

/** By Stripe's type, or by the status that stands for it, which another server may send alone. */
function isDecline(error: unknown): error is InstanceType<typeof errors.StripeError> {
  if (error instanceof errors.StripeCardError) return true;
  return error instanceof errors.StripeError && error.statusCode === PAYMENT_REQUIRED;
}

/**
 * A 400 is final: the request was read and nothing was booked. Too many requests and a refused key
 * say the same without saying anything about the payer's method.
 */
export function fromError(error: unknown): Declined | NotSent | Unknown {
  const reason = reasonOf(error);
  if (isDecline(error)) {
    const processorReference = error.payment_intent?.id ?? error.setup_intent?.id ?? null;
    const isDebit = error.payment_method?.type === 'us_bank_account';
    return isDebit
      ? declinedDebit({ report: error, processorReference })
      : declinedCard({ report: error, processorReference });
  }
  if (error instanceof errors.StripeConnectionError) {
    // because the SDK types the cause of a lost connection as text, but passes ours on as it is
    const cause = error.detail as unknown;
    return cause instanceof NeverSent
      ? { kind: 'not_sent', reason: cause.message }
      : { kind: 'unknown', reason };
  }
  if (
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  ) {
    return { kind: 'not_sent', reason };
  }
  if (error instanceof errors.StripeInvalidRequestError) {
    const { code = 'invalid_request', payment_intent: intent } = error;
    const refused = declinedCard({ report: { code }, processorReference: intent?.id ?? null });
    return { ...refused, message: REFUSED_MESSAGE, class: 'hard' };
  }
  // A key in use, a breakdown, an unreadable answer: the charge may have been made.
  return { kind: 'unknown', reason };
}
