/** The texts that a payer reads about declined and returned payments. */
import type { ReturnClass } from './return-codes.ts';

/** What a payer reads about a decline. Each processor's adapter maps its own codes to these texts. */
export const DECLINE_TEXTS = {
  declined: 'Your bank declined this payment.',
  cardDeclined: 'Your card was declined. Please try another card or contact your bank.',
  callIssuer: 'Your bank asks you to call them about this payment.',
  insufficientFunds: 'Your card has insufficient funds.',
  expiredCard: 'Your card has expired.',
  authenticationRequired: 'Your bank requires authentication for this payment.',
  authenticationFailed: 'The authentication with your bank failed.',
} as const;

/** What a payer reads about a payment that came back, by the class of its return code. */
export const RETURN_TEXTS = {
  representable: 'Your bank returned it because the account did not have enough money.',
  badAccount: 'Your bank returned it because the account is closed, blocked or not found.',
  unauthorized: 'Your bank returned it because the account owner did not authorize it.',
  other: 'Your bank took it back.',
} as const satisfies Record<ReturnClass, string>;
