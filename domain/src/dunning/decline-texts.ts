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
