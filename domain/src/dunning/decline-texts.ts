/** Texts for payers about declined and returned payments. */
import type { ReturnClass } from './return-codes.ts';

/** Each processor's adapter maps its own codes to these texts. */
export const DECLINE_TEXTS = {
  declined: 'Your bank declined this payment.',
  cardDeclined: 'Your card was declined. Please try another card or contact your bank.',
  callIssuer: 'Your bank wants you to call them about this payment.',
  insufficientFunds: 'Your card has insufficient funds.',
  accountFunds: 'Your bank account has insufficient funds.',
  expiredCard: 'Your card has expired.',
  authenticationRequired: 'Your bank needs you to confirm this payment.',
  authenticationFailed: "This payment wasn't confirmed with your bank.",
  declinedTryAnother:
    'Your bank declined this payment. Please try another card or contact your bank.',
  limit: "This payment is over your card's limit.",
  accountClosed: "This account is closed or can't be used for payments.",
  numberUnknown: "Your bank doesn't recognize this card or account number.",
  securityCode: "Your card's security code is incorrect.",
  expirationDate: "Your card's expiration date is incorrect.",
  stopped: "There's a stop on this payment at your bank.",
  bankNotTakingPart: "Your bank doesn't support this kind of payment from a bank account.",
  tryLater: "Your bank couldn't process this payment. Please try again later.",
  tryAgain: "Your bank couldn't process this payment. Please try again.",
  canceled: 'This payment was canceled. You have not been charged.',
  accountNotVerified:
    "We couldn't verify this account instantly. Try again and sign in to your bank from the payment form, or pay by card.",
  sentBack: 'Your bank returned this payment.',
} as const;

/** Texts of earlier releases. They are stored with their payments, so their reason and Spanish text stay known. */
export const FORMER_DECLINE_TEXTS = {
  ...DECLINE_TEXTS,
  callIssuer: 'Your bank asks you to call about this payment.',
  authenticationRequired: 'Your bank requires authentication for this payment.',
  authenticationFailed: 'Authentication with your bank failed.',
  limit: 'This payment is above a limit of your card.',
  accountClosed: 'This account is closed or cannot be used for payments.',
  numberUnknown: 'Your bank does not know this card or account number.',
  securityCode: 'The security code of your card is not right.',
  expirationDate: 'The expiration date of your card is not right.',
  stopped: 'Your bank was told not to allow this payment.',
  bankNotTakingPart: 'Your bank does not take part in payments from bank accounts.',
  tryLater: 'Your bank could not process this payment. Please try again later.',
  tryAgain: 'Your bank could not process this payment. Please try again.',
  accountNotVerified:
    'This bank account could not be verified at once. Please log in to your bank instead.',
  sentBack: 'Your bank sent this payment back.',
} as const satisfies Record<keyof typeof DECLINE_TEXTS, string>;

export const RETURN_TEXTS = {
  representable: 'Your bank returned it because of insufficient funds.',
  badAccount: 'Your bank returned it because the account is closed, blocked or could not be found.',
  unauthorized: 'Your bank returned it because the account owner did not authorize it.',
  other: 'Your bank returned it.',
} as const satisfies Record<ReturnClass, string>;
