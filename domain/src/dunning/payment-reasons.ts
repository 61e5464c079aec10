/**
 * Why a payment failed or was returned (R65), derived from its recorded outcome: the text that the processor's
 * adapter chose, and the return code of a bank debit. Texts from outside Quittance are never shown.
 */
import { PAYER_ERRORS, RESPONSE_MESSAGES } from '@quittance/contract/errors';
import type { PaymentReason } from '@quittance/contract/invoices/payment-outcome';
import { DECLINE_REASONS } from './decline-reasons.ts';
import { DECLINE_TEXTS, FORMER_DECLINE_TEXTS } from './decline-texts.ts';

const REASON_OF_MESSAGE = {
  notFoundAtProcessor: 'notSent',
  challengeNeeded: 'confirmationNeeded',
  challengeExpired: 'notConfirmed',
  challengeCanceled: 'canceled',
  debitNeedsDateOfBirth: 'detailsNeeded',
  debitNeedsEmail: 'detailsNeeded',
  debitNeedsPayer: 'detailsNeeded',
  debitNotPossible: 'debitsNotOffered',
  methodUnreadable: 'unreadableMethod',
} as const satisfies Partial<Record<keyof typeof RESPONSE_MESSAGES, PaymentReason>>;

function byText<Key extends string>(
  texts: Readonly<Record<NoInfer<Key>, string>>,
  reasons: Readonly<Record<Key, PaymentReason>>,
): [string, PaymentReason][] {
  const keys = Object.keys(reasons) as Key[]; // because keys() forgets the union
  return keys.map((key) => [texts[key], reasons[key]]);
}

const REASONS: ReadonlyMap<string, PaymentReason> = new Map([
  ...byText(FORMER_DECLINE_TEXTS, DECLINE_REASONS),
  ...byText(DECLINE_TEXTS, DECLINE_REASONS),
  ...byText(RESPONSE_MESSAGES, REASON_OF_MESSAGE),
  [PAYER_ERRORS.PROCESSOR_UNAVAILABLE.message, 'notSent'] as const,
]);

/**
 * The return codes R14 and R15 mean that someone has died, so the payer sees only that the account cannot be
 * debited.
 */
const RETURNS: Readonly<Record<string, PaymentReason>> = {
  R01: 'noFunds',
  R02: 'accountClosed',
  R03: 'accountNotFound',
  R04: 'wrongAccountNumber',
  R05: 'notAuthorized',
  R07: 'authorizationRevoked',
  R08: 'stoppedByOwner',
  R09: 'fundsNotAvailable',
  R10: 'notAuthorized',
  R11: 'notAsAgreed',
  R12: 'accountMoved',
  R13: 'wrongAccountNumber',
  R14: 'debitsNotAllowed',
  R15: 'debitsNotAllowed',
  R16: 'accountFrozen',
  R20: 'debitsNotAllowed',
  R28: 'wrongAccountNumber',
  R29: 'notAuthorized',
  R51: 'notAuthorized',
};

const RETURN_CODE = /^R\d{2}$/;

export function returnCodeIn(responseCode: string | null): string | null {
  return responseCode !== null && RETURN_CODE.test(responseCode) ? responseCode : null;
}

export type RecordedOutcome = {
  state: 'FAILED' | 'RETURNED';
  method: string;
  responseCode: string | null;
  responseMessage: string | null;
  isDisputeLost: boolean;
};

export function toReason(outcome: RecordedOutcome): PaymentReason {
  const { state, method, responseCode, responseMessage, isDisputeLost } = outcome;
  const returnCode = method === 'ACH' ? returnCodeIn(responseCode) : null;
  if (returnCode) return RETURNS[returnCode] ?? 'returned';
  if (state === 'RETURNED') return isDisputeLost ? 'disputeLost' : 'returned';
  return REASONS.get(responseMessage ?? '') ?? 'declined';
}

/**
 * The reasons that the holder of a link may see (R4). They reveal nothing about an account or its funds, because
 * the holder may not be the payer.
 */
const PUBLIC_REASONS = {
  notSent: 'notSent',
  notConfirmed: 'notConfirmed',
  confirmationNeeded: 'notConfirmed',
  canceled: 'canceled',
  tryLater: 'tryLater',
  debitsNotOffered: 'debitsNotOffered',
} as const satisfies Partial<Record<PaymentReason, PaymentReason>>;

export function toPublicReason(outcome: RecordedOutcome): PaymentReason {
  const fallback = outcome.state === 'RETURNED' ? 'returned' : 'declined';
  const known: Partial<Record<PaymentReason, PaymentReason>> = PUBLIC_REASONS;
  return known[toReason(outcome)] ?? fallback;
}
