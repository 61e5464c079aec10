/**
 * Refunds that the portal orders. A processor with idempotency keys makes a repeated refund only once while the key
 * is valid. Afterwards, and at a processor without keys, it makes the refund again.
 */
import type { BookedRefund, RefundOrder, RefundOutcome } from '../../src/processors/processor.ts';
import { type CallFault, LATE_MS, NEVER_ARRIVES, NO_ANSWER } from './faults.ts';
import { computeRemaining } from './records.ts';
import { SimulatedFault } from './simulated-fault.ts';
import type { SimulatorState } from './simulator-state.ts';

/** The order was throttled, unauthenticated or sent to another account, so it was not processed. */
const DEFERRED: ReadonlySet<CallFault> = new Set([
  ...(['429', '401', 'refused_connection', 'other_account'] as const),
]);

const refused = (message: string): RefundOutcome => ({
  kind: 'refused',
  refundReference: null,
  message,
});

function toAnswer({ refundReference, state }: BookedRefund): RefundOutcome {
  if (state === 'failed') return { kind: 'refused', refundReference, message: 'declined' };
  return { kind: state === 'pending' ? 'pending' : 'refunded', refundReference };
}

type Key = { atMs: number; outcome: RefundOutcome | null };

export function simulatedRefund(inside: SimulatorState) {
  const { records, nowMs, profile, later } = inside;
  const keys = new Map<string, Key>();

  function make(order: RefundOrder, state: 'pending' | 'succeeded'): RefundOutcome {
    const { reference, processorReference, amountCents: wantedCents } = order;
    const entry = records.byName(processorReference);
    if (!entry) return refused('no such charge');
    if (wantedCents > computeRemaining(entry)) return refused('more than was charged');
    const made = records.refund(entry, { wantedCents, reference, state });
    return made ? toAnswer(made) : refused('nothing is left');
  }

  function take(order: RefundOrder, fault: CallFault): RefundOutcome {
    const known = keys.get(order.reference);
    if (known && nowMs() - known.atMs < profile.keyLivesMs) {
      return known.outcome ?? { kind: 'unknown', reason: 'in progress' };
    }
    const made = records.byName(order.processorReference)?.refunds ?? [];
    const earlier = made.find((refund) => refund.reference === order.reference);
    // With Fiserv, the refund is looked up before it is ordered again.
    if (earlier && profile.hasSecondStep) return toAnswer(earlier);
    const key: Key = { atMs: nowMs(), outcome: null };
    keys.set(order.reference, key);
    const lateMs = LATE_MS[fault];
    if (lateMs === undefined) {
      key.outcome = make(order, fault === 'refund_pending' ? 'pending' : 'succeeded');
      return key.outcome;
    }
    const execute = () => {
      key.outcome = make(order, 'succeeded');
    };
    later.push({ atMs: nowMs() + lateMs, execute });
    return { kind: 'unknown', reason: fault };
  }

  return async (order: RefundOrder): Promise<RefundOutcome> => {
    const fault = inside.nextFault();
    if (DEFERRED.has(fault)) return { kind: 'deferred', reason: fault };
    if (NEVER_ARRIVES.has(fault)) return { kind: 'unknown', reason: fault };
    const outcome = take(order, fault);
    await inside.meanwhile();
    if (fault === 'exception') throw new SimulatedFault('the connection broke');
    return NO_ANSWER.has(fault) ? { kind: 'unknown', reason: fault } : outcome;
  };
}
