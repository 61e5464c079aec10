import { ERRORS } from './errors.ts';

/** The `responseMessage` of payments that failed without an answer of the processor. */
export const RESPONSE_MESSAGES = {
  notSent: ERRORS.PROCESSOR_UNAVAILABLE.message,
  notFoundAtProcessor: 'The payment did not reach the processor. You have not been charged.',
  challengeExpired:
    'The confirmation with your bank was not completed in time. You have not been charged.',
  methodUnreadable: 'The payment method could not be read. Please enter it again.',
} as const;
