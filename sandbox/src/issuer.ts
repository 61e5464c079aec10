// The issuer's behavior for a single call with any card: the faults "decline", "challenge" and, for a refund,
// "pending". A call is executed synchronously, so nothing else can run in between.

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

export function scenarioNow<Scenario>(
  { scenario }: { scenario: Scenario },
  instead: Record<CardWhim, Scenario>,
): Scenario {
  return whim === null || whim === 'pending' ? scenario : instead[whim];
}

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export function refundStatusNow(usual: RefundStatus): RefundStatus {
  if (whim === 'decline') return 'failed';
  return whim === 'pending' ? 'pending' : usual;
}
