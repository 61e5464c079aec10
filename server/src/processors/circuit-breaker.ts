/**
 * Circuit breakers per company and processor: after several consecutive failures, calls are suspended for a while.
 * Charges and lookups have separate circuits. While a circuit is open, a charge fails as `not_sent` and a lookup
 * returns `unknown`, without waiting for the processor. A lookup that gets a response closes both circuits. A processor
 * that asks for a pause with Retry-After gets it at once, for refunds too.
 */
import type { Clock } from '../kernel/clock.ts';
import type { HttpClient } from '../platform/outbound/http-client.ts';
import type { Charges, NotFound, Outcome } from './processor.ts';

const FAILURES_MAX = 5;
const OPEN_MS = 15_000;
/** Failures further apart than this do not indicate an outage: a single lookup may fail every hour, permanently. */
const CONSECUTIVE_MS = 120_000;
const PAUSING: ReadonlySet<number> = new Set([429, 503]);
/** A longer Retry-After is cut, so that a wrong header does not stop a company's payments. */
const PAUSE_MS_MAX = 300_000;

export type CircuitBreaker = {
  guard(charges: Charges): Charges;
  /** Reads Retry-After from every response of the account. */
  watch(http: HttpClient): HttpClient;
  /** True from the first suspension until a call succeeds or none has failed for two minutes. */
  isTripped(): boolean;
};

function isFailure({ kind }: Outcome | NotFound): boolean {
  return kind === 'unknown' || kind === 'not_sent';
}

/** After the pause, one more failure opens the circuit again. */
function createCircuit(clock: Clock) {
  let failures = 0;
  let failedAtMs = 0;
  let openUntilMs = 0;
  const nowMs = () => Date.parse(clock.now());
  const close = () => {
    failures = 0;
    openUntilMs = 0;
  };
  return {
    isOpen: () => nowMs() < openUntilMs,
    isTripped: () => failures >= FAILURES_MAX && nowMs() - failedAtMs <= CONSECUTIVE_MS,
    close,
    record(outcome: Outcome | NotFound): void {
      if (!isFailure(outcome)) {
        close();
        return;
      }
      if (nowMs() - failedAtMs > CONSECUTIVE_MS) failures = 0;
      failures += 1;
      failedAtMs = nowMs();
      if (failures >= FAILURES_MAX) openUntilMs = failedAtMs + OPEN_MS;
    },
  };
}

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  const circuits = { charge: createCircuit(clock), lookup: createCircuit(clock) };
  let pausedUntilMs = 0;
  const nowMs = () => Date.parse(clock.now());
  const isPaused = () => nowMs() < pausedUntilMs;
  return {
    watch: (http) => ({
      ...http,
      async call(call) {
        const answer = await http.call(call);
        const { status, retryAfterMs } = answer;
        if (retryAfterMs && PAUSING.has(status))
          pausedUntilMs = nowMs() + Math.min(retryAfterMs, PAUSE_MS_MAX);
        return answer;
      },
    }),
    isTripped: () => circuits.charge.isTripped() || circuits.lookup.isTripped(),
    guard: (charges) => ({
      ...charges,
      isPaused: () => isPaused() || circuits.charge.isOpen(),
      async charge(order) {
        if (isPaused()) return { kind: 'not_sent', reason: 'paused by the processor' };
        if (circuits.charge.isOpen()) return { kind: 'not_sent', reason: 'circuit open' };
        const outcome = await charges.charge(order);
        circuits.charge.record(outcome);
        return outcome;
      },
      async lookup(charge) {
        if (isPaused()) return { kind: 'unknown', reason: 'paused by the processor' };
        if (circuits.lookup.isOpen()) return { kind: 'unknown', reason: 'circuit open' };
        const found = await charges.lookup(charge);
        circuits.lookup.record(found);
        if (!isFailure(found)) circuits.charge.close();
        return found;
      },
      async refund(order) {
        if (isPaused()) return { kind: 'deferred', reason: 'paused by the processor' };
        return charges.refund(order);
      },
    }),
  };
}
