/**
 * Stripe's codes: the declines that may be retried, the ACH return codes for failed or disputed debits, and
 * messages for the payer. Data only.
 */
import { DECLINE_TEXTS } from '@quittance/domain/dunning/decline-texts';
import { toReturnClass } from '@quittance/domain/dunning/return-codes';
import type { Declined } from '../processor.ts';

/** These codes may succeed on a later retry (docs.stripe.com/declines/codes). Every other code is final. */
const SOFT_DECLINES: ReadonlySet<string> = new Set([
  'approve_with_id',
  'authentication_required',
  'call_issuer',
  'canceled',
  'card_declined',
  'card_velocity_exceeded',
  'do_not_honor',
  'generic_decline',
  'insufficient_funds',
  'issuer_not_available',
  'payment_intent_authentication_failure',
  'processing_error',
  'reenter_transaction',
  'setup_intent_authentication_failure',
  'try_again_later',
  'withdrawal_count_limit_exceeded',
]);

/**
 * ACH return codes for Stripe's failure codes of debits and for its dispute reasons. A debit that is returned after
 * it succeeded appears as a dispute.
 */
const RETURN_CODES: Readonly<Record<string, string>> = {
  insufficient_funds: 'R01',
  account_closed: 'R02',
  no_account: 'R03',
  incorrect_account_details: 'R03',
  account_number_invalid: 'R04',
  debit_not_authorized: 'R10',
  bank_account_restricted: 'R16',
};

/** Stripe's own messages are for developers and in one language, so each code has our own text. */
const TEXTS: Readonly<Record<string, string>> = {
  approve_with_id: DECLINE_TEXTS.tryAgain,
  authentication_required: DECLINE_TEXTS.authenticationRequired,
  call_issuer: DECLINE_TEXTS.callIssuer,
  canceled: DECLINE_TEXTS.canceled,
  card_velocity_exceeded: DECLINE_TEXTS.limit,
  expired_card: DECLINE_TEXTS.expiredCard,
  incorrect_cvc: DECLINE_TEXTS.securityCode,
  incorrect_number: DECLINE_TEXTS.numberUnknown,
  insufficient_funds: DECLINE_TEXTS.insufficientFunds,
  intent_verification_method_missing: DECLINE_TEXTS.accountNotVerified,
  invalid_account: DECLINE_TEXTS.accountClosed,
  invalid_cvc: DECLINE_TEXTS.securityCode,
  invalid_expiry_month: DECLINE_TEXTS.expirationDate,
  invalid_expiry_year: DECLINE_TEXTS.expirationDate,
  invalid_number: DECLINE_TEXTS.numberUnknown,
  issuer_not_available: DECLINE_TEXTS.tryLater,
  payment_intent_authentication_failure: DECLINE_TEXTS.authenticationFailed,
  processing_error: DECLINE_TEXTS.tryLater,
  reenter_transaction: DECLINE_TEXTS.tryAgain,
  revocation_of_all_authorizations: DECLINE_TEXTS.stopped,
  revocation_of_authorization: DECLINE_TEXTS.stopped,
  setup_intent_authentication_failure: DECLINE_TEXTS.authenticationFailed,
  stop_payment_order: DECLINE_TEXTS.stopped,
  try_again_later: DECLINE_TEXTS.tryLater,
  withdrawal_count_limit_exceeded: DECLINE_TEXTS.limit,
};

/** The same codes have different meanings for debits than for cards. */
const DEBIT_TEXTS: Readonly<Record<string, string>> = {
  ...TEXTS,
  account_closed: DECLINE_TEXTS.accountClosed,
  account_number_invalid: DECLINE_TEXTS.numberUnknown,
  bank_account_restricted: DECLINE_TEXTS.accountClosed,
  debit_not_authorized: DECLINE_TEXTS.stopped,
  incorrect_account_details: DECLINE_TEXTS.numberUnknown,
  insufficient_funds: DECLINE_TEXTS.accountFunds,
  no_account: DECLINE_TEXTS.numberUnknown,
};

export type DeclineReport = {
  code?: string | null | undefined;
  decline_code?: string | null | undefined;
  advice_code?: string | null | undefined;
};

export type DeclinedCharge = { report: DeclineReport; processorReference: string | null };

/** The network's advice takes precedence over the table, because it is specific to the card. */
function classOfCard(code: string, advice: string | null | undefined): Declined['class'] {
  if (advice === 'do_not_try_again') return 'hard';
  if (advice === 'try_again_later') return 'soft';
  return SOFT_DECLINES.has(code) ? 'soft' : 'hard';
}

export function declinedCard({ report, processorReference }: DeclinedCharge): Declined {
  const code = report.decline_code || report.code || 'declined';
  const message = TEXTS[code] ?? DECLINE_TEXTS.cardDeclined;
  const declineClass = classOfCard(code, report.advice_code);
  return { kind: 'declined', processorReference, code, message, class: declineClass };
}

export function declinedDebit({ report, processorReference }: DeclinedCharge): Declined {
  const word = report.code || 'declined';
  const code = RETURN_CODES[word] ?? word;
  const message = DEBIT_TEXTS[word] ?? DECLINE_TEXTS.sentBack;
  const mayRetry = toReturnClass(code) === 'representable' || SOFT_DECLINES.has(word);
  const declineClass = mayRetry ? 'soft' : 'hard';
  return { kind: 'declined', processorReference, code, message, class: declineClass };
}

const NETWORK_CODE = /^R\d{2}$/;

export function toReturnCode(report: {
  reason: string;
  network_reason_code?: string | null | undefined;
}): string {
  const { reason, network_reason_code: code } = report;
  return code && NETWORK_CODE.test(code) ? code : (RETURN_CODES[reason] ?? reason);
}
