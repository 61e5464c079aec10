/**
 * Maps Stripe's errors to outcomes: declines, errors which prove that nothing was charged, and errors that prove
 * nothing. Errors are never passed on unchanged, because they contain the request and the intent's secrets.
 */
import Stripe from 'stripe';
import { NeverSent } from '../../platform/outbound/http-client.ts';
import { notSent, REFUSED_MESSAGE, unknown } from '../outcomes.ts';
import type { Declined, NotSent, Unknown } from '../processor.ts';
import { declinedCard, declinedDebit } from './declines.ts';

const { errors } = Stripe;

/** Returns enough to find the error in Stripe's log, without secrets. */
export function toReason(error: unknown): string {
  if (!(error instanceof errors.StripeError)) return error instanceof Error ? error.name : 'error';
  const status = error.statusCode ? `HTTP ${error.statusCode}` : null;
  return [error.type, error.code, status].filter(Boolean).join(' ');
}

const CONFLICT = 409;

/** The request was read and refused with 400 or 404. A 409 only means that another request is in progress. */
export function isRefused(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.statusCode !== CONFLICT;
}

export function isKeyRefused(error: unknown): boolean {
  return (
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  );
}

export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

const PAYMENT_REQUIRED = 402;

/** Checks Stripe's error type or, for Stripe-compatible servers, only the status. */
function isDecline(error: unknown): error is InstanceType<typeof errors.StripeError> {
  if (error instanceof errors.StripeCardError) return true;
  return error instanceof errors.StripeError && error.statusCode === PAYMENT_REQUIRED;
}

/**
 * A 400 is final: the request was read and nothing was booked. Rate limits and refused keys also prove that nothing
 * was booked, but do not indicate a problem with the payer's method.
 */
export function fromError(error: unknown): Declined | NotSent | Unknown {
  const reason = toReason(error);
  if (isDecline(error)) {
    const processorReference = error.payment_intent?.id ?? error.setup_intent?.id ?? null;
    const isDebit = error.payment_method?.type === 'us_bank_account';
    return isDebit
      ? declinedDebit({ report: error, processorReference })
      : declinedCard({ report: error, processorReference });
  }
  if (error instanceof errors.StripeConnectionError) {
    // The cast is needed because the SDK types the cause of a lost connection as text, but passes ours through
    // unchanged.
    const cause = error.detail as unknown;
    return cause instanceof NeverSent ? notSent(cause.message) : unknown(reason);
  }
  if (error instanceof errors.StripeRateLimitError || isKeyRefused(error)) return notSent(reason);
  if (error instanceof errors.StripeInvalidRequestError && isRefused(error)) {
    const { code = 'invalid_request', payment_intent: intent } = error;
    const refused = declinedCard({ report: { code }, processorReference: intent?.id ?? null });
    const missing = isMissing(error) ? { isMissing: true as const } : {};
    return { ...refused, ...missing, message: REFUSED_MESSAGE, class: 'hard' };
  }
  // A key in use (409), a server error or an unreadable response: the charge may have been made.
  return unknown(reason);
}

/** The method or customer is already detached or deleted. A Stripe-compatible server may respond with only the status. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false;
  return (
    error.statusCode === 404 || isMissing(error) || error.code === 'payment_method_unexpected_state'
  );
}
