/**
 * Circuit breaker per company and processor: after several consecutive failures, charges are not sent for a while
 * and fail as `not_sent`. Lookups always go through; a successful one closes the circuit.
 */
import type { Clock } from '../clock.ts';
import type { Charges, Outcome } from './processor.ts';

const FAILURES_MAX = 5;
const OPEN_MS = 15_000;

export type CircuitBreaker = { guard(charges: Charges): Charges };

function isFailure(outcome: Outcome): boolean {
  return outcome.kind === 'unknown' || outcome.kind === 'not_sent';
}

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0;
  let openUntilMs = 0;
  const nowMs = () => Date.parse(clock.now());
  const isPaused = () => nowMs() < openUntilMs;
  const record = (outcome: Outcome) => {
    failures = isFailure(outcome) ? failures + 1 : 0;
    // After the pause, one more failure opens the circuit again.
    if (failures >= FAILURES_MAX) openUntilMs = nowMs() + OPEN_MS;
  };
  return {
    guard: (charges) => ({
      ...charges,
      isPaused,
      async charge(order) {
        if (isPaused()) return { kind: 'not_sent', reason: 'circuit open' };
        const outcome = await charges.charge(order);
        record(outcome);
        return outcome;
      },
      async lookup(charge) {
        const found = await charges.lookup(charge);
        if (found.kind !== 'unknown') {
          failures = 0;
          openUntilMs = 0;
        }
        return found;
      },
    }),
  };
}
