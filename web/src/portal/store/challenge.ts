/**
 * The bank's challenge for a payment (R43). It has no result of its own: closing it requests the cancellation, and
 * only a status from the server ends the payment.
 */
import type { RequestStatusAnswer } from '@quittance/contract/payments/portal-schemas';

export type Challenge = {
  /**
   * Data the browser needs to run the challenge. Null if someone else made the payment.
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

type StatusPayment = NonNullable<RequestStatusAnswer['payment']>;

/** The challenge of a payment that was made before the page was opened. */
function notOpened({ challenge }: Pick<StatusPayment, 'challenge'>): Challenge {
  return { ...NOT_OPENED, threeDSData: challenge?.threeDSData ?? null };
}

export function challengeAfterStatus(
  challenge: Challenge | null,
  payment: Pick<StatusPayment, 'isActionRequired' | 'challenge'>,
): Challenge | null {
  if (payment.isActionRequired) return challenge ?? notOpened(payment);
  return challenge?.step === 'open' ? challenge : null;
}

type ChallengeStatus = {
  isPaymentInProcessing: boolean;
  challenge: Challenge | null;
  payment: RequestStatusAnswer['payment'];
};

/** The challenge that the payer may continue or cancel. Null while there is nothing to decide. */
export function undecidedChallenge({ isPaymentInProcessing, challenge, payment }: ChallengeStatus) {
  if (!isPaymentInProcessing) return payment?.isActionRequired ? notOpened(payment) : null;
  return challenge?.step === 'left' || challenge?.step === 'canceling' ? challenge : null;
}
