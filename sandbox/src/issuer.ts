// What the issuer of a card does for one call, whatever card it is: the faults "decline",
// "challenge" and, of a refund, "pending". A call is executed without waiting, so nothing else runs meanwhile.

type CardWhim = 'decline' | 'challenge';
type Whim = CardWhim | 'pending';

let whim: Whim | null = null;

export function issuerWould<Result>(wanted: Whim, execute: () => Result): Result {
  whim = wanted;
  try {
    return execute();
  } finally {
    whim = null;
  }
}

/** The scenario of the card, or the one that stands for what was injected. */
export function scenarioNow<Scenario>(
  { scenario }: { scenario: Scenario },
  instead: Record<CardWhim, Scenario>,
): Scenario {
  return whim === null || whim === 'pending' ? scenario : instead[whim];
}

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** The status a refund begins with, or the one that stands for what was injected. */
export function refundStatusNow(usual: RefundStatus): RefundStatus {
  if (whim === 'decline') return 'failed';
  return whim === 'pending' ? 'pending' : usual;
}
