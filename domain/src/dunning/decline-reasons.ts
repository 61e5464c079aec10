/** Maps each decline text to its reason (R65). */
import type { PaymentReason } from '@quittance/contract/invoices/payment-outcome';
import type { DECLINE_TEXTS } from './decline-texts.ts';

export const DECLINE_REASONS = {
  declined: 'declined',
  cardDeclined: 'declined',
  declinedTryAnother: 'declined',
  callIssuer: 'callBank',
  insufficientFunds: 'insufficientFunds',
  accountFunds: 'noFunds',
  limit: 'limit',
  expiredCard: 'expired',
  expirationDate: 'wrongExpiry',
  securityCode: 'wrongSecurityCode',
  numberUnknown: 'unknownNumber',
  accountClosed: 'unusableAccount',
  stopped: 'blockedByOwner',
  bankNotTakingPart: 'bankTakesNoDebits',
  accountNotVerified: 'notVerified',
  authenticationRequired: 'confirmationNeeded',
  authenticationFailed: 'notConfirmed',
  canceled: 'canceled',
  tryLater: 'tryLater',
  tryAgain: 'tryLater',
  sentBack: 'returned',
} as const satisfies Record<keyof typeof DECLINE_TEXTS, PaymentReason>;
