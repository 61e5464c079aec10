/** Response messages that the server itself writes where no issuer or bank sent one. */
export const RESPONSE_MESSAGES = {
  scheduled: 'Payment scheduled',
  notFoundAtProcessor: 'The payment did not reach the processor. You have not been charged.',
  challengeExpired:
    'The confirmation with your bank was not completed in time. You have not been charged.',
  setupChallengeExpired:
    'The confirmation with your bank was not completed in time. Nothing was saved.',
} as const;
