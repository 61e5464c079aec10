/**
 * The bank's challenge for a payment (R43). It has no result of its own: closing it requests the cancellation, and
 * only a status from the server ends the payment.
 */
import type { RequestStatusAnswer } from '@quittance/contract/payments/portal-schemas';

export type Challenge = {
  /**
   * Data the browser needs to run the challenge. Null if the challenge was not opened, for example after a reload.
   */
  threeDSData: string | null;
  /** `left`: the challenge window is closed, and the payment is neither confirmed nor canceled yet. */
  step: 'open' | 'answered' | 'left' | 'canceling';
  cancellation: 'none' | 'unconfirmed' | 'failed';
};

const NOT_OPENED: Challenge = { threeDSData: null, step: 'left', cancellation: 'none' };

export function openChallenge(threeDSData: string): Challenge {
  return { threeDSData, step: 'open', cancellation: 'none' };
}

export function challengeAfterStatus(
  challenge: Challenge | null,
  { isActionRequired }: { isActionRequired: boolean },
): Challenge | null {
  if (isActionRequired) return challenge ?? NOT_OPENED;
  return challenge?.step === 'open' ? challenge : null;
}

type ChallengeStatus = {
  isPaymentInProcessing: boolean;
  challenge: Challenge | null;
  payment: RequestStatusAnswer['payment'];
};

/** The challenge that the payer may continue or cancel. Null while there is nothing to decide. */
export function undecidedChallenge({ isPaymentInProcessing, challenge, payment }: ChallengeStatus) {
  if (!isPaymentInProcessing) return payment?.isActionRequired ? NOT_OPENED : null;
  return challenge?.step === 'left' || challenge?.step === 'canceling' ? challenge : null;
}
