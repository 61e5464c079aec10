/**
 * Interprets the response to a submitted payment (product §4.10, §8.3) for the state, the overlay and the
 * idempotency key. Anything but a clear refusal by the server is unknown, never failed (decision 0005).
 */
import type { ErrorCode } from '@quittance/contract/errors';
import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import type { SubmitAnswer } from '@quittance/contract/payments/portal-schemas';
import type { ApiFailure } from '../../shared/api/client.ts';
import { formatMessage, isErrorCode } from '../../shared/lib/messages.ts';

export type SubmitOutcome =
  | { kind: 'succeeded' }
  | { kind: 'actionRequired'; threeDSData: string }
  /** The server has the payment, and its result follows. */
  | { kind: 'pending' }
  /** Another payment of the same payable is in progress. */
  | { kind: 'processing' }
  /** It is unknown whether the server received the payment. */
  | { kind: 'unknown' }
  | { kind: 'declined'; message: string | null }
  | { kind: 'alreadyPaid' }
  /** Never sent on: another customer has signed in meanwhile, or the link is no longer valid. */
  | { kind: 'signedOut'; message: string }
  | { kind: 'amountChanged'; payable: Payable | null; message: string }
  /** The mandate text of a bank debit has changed, because of a new day or a new company name. */
  | { kind: 'mandateChanged'; message: string }
  /** Refused before anything was charged. `isKeySpent` is true if the key cannot be used again. */
  | { kind: 'refused'; message: string; isKeySpent: boolean };

export function outcomeOfAnswer(answer: SubmitAnswer): SubmitOutcome {
  if (answer.isThreeDSActionRequired && answer.threeDSData)
    return { kind: 'actionRequired', threeDSData: answer.threeDSData };
  if (answer.status === 'SUCCESS') return { kind: 'succeeded' };
  if (answer.status === 'PENDING') return { kind: 'pending' };
  return { kind: 'declined', message: answer.responseMessage ?? null };
}

/** These codes end the payment of this key although nothing was charged. */
const SPENT_KEY_CODES: readonly ErrorCode[] = ['PROCESSOR_UNAVAILABLE', 'IDEMPOTENCY_KEY_REUSED'];

function isPayable(value: unknown): value is Payable {
  return typeof value === 'object' && value !== null && 'amount' in value && 'fees' in value;
}

export function outcomeOfFailure(failure: ApiFailure): SubmitOutcome {
  if (failure.kind !== 'http') return { kind: 'unknown' };
  const { message: code, responseMessage, details } = failure.error;
  // This is a proxy's error page, or a server failure between its two transactions, so money may have moved.
  if (!isErrorCode(code) || code === 'UNEXPECTED') return { kind: 'unknown' };
  if (code === 'ACCOUNT_IS_PROCESSING') return { kind: 'processing' };
  if (code === 'ACCOUNT_ALREADY_CLOSED') return { kind: 'alreadyPaid' };
  if (code === 'PAYMENT_DECLINED') return { kind: 'declined', message: responseMessage ?? null };
  const message = responseMessage ?? formatMessage(code);
  if (code === 'UNAUTHORIZED') return { kind: 'signedOut', message };
  if (code === 'AMOUNT_CHANGED') {
    const { payable } = details ?? {};
    return { kind: 'amountChanged', payable: isPayable(payable) ? payable : null, message };
  }
  if (code === 'MANDATE_CHANGED') return { kind: 'mandateChanged', message };
  return { kind: 'refused', message, isKeySpent: SPENT_KEY_CODES.includes(code) };
}

/** A new payment may start under a new key only after a final response. */
export function isKeySpent(outcome: SubmitOutcome): boolean {
  if (outcome.kind === 'refused') return outcome.isKeySpent;
  return outcome.kind === 'succeeded' || outcome.kind === 'declined';
}
