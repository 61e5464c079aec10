// What the issuer of a card does for one call, whatever card it is: the faults "decline" and
// "challenge". A call is executed without waiting, so nothing else runs meanwhile.

type Whim = 'decline' | 'challenge';

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
  instead: Record<Whim, Scenario>,
): Scenario {
  return whim === null ? scenario : instead[whim];
}
