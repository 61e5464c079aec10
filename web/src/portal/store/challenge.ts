/**
 * The bank's challenge of a payment (R43). It has no result of its own: closing it asks for the cancellation, and
 * only a status of the server ends the payment.
 */
import type { RequestStatusAnswer } from '@quittance/contract/payments/portal-schemas';

export type Challenge = {
  /** The browser runs it with this; null where it was not opened, as after a reload. */
  threeDSData: string | null;
  /** `left`: its window is closed, and the payment is neither confirmed nor canceled yet. */
  step: 'open' | 'answered' | 'left' | 'canceling';
  /** What became of the last request to cancel the payment. */
  cancellation: 'none' | 'unconfirmed' | 'failed';
};

const NOT_OPENED: Challenge = { threeDSData: null, step: 'left', cancellation: 'none' };

export function openChallenge(threeDSData: string): Challenge {
  return { threeDSData, step: 'open', cancellation: 'none' };
}

/** What a status of the payment says about its challenge. */
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

/** The challenge that the payer may continue or cancel; null while there is nothing to decide. */
export function undecidedChallenge({ isPaymentInProcessing, challenge, payment }: ChallengeStatus) {
  if (!isPaymentInProcessing) return payment?.isActionRequired ? NOT_OPENED : null;
  return challenge?.step === 'left' || challenge?.step === 'canceling' ? challenge : null;
}
