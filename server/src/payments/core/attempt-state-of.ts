/** Which attempt state a processor's outcome stands for: the one mapping for settlement and reconciliation. */
import { addCents } from '@quittance/contract/money';
import type { AttemptState } from '@quittance/domain/status/payment-status';
import type { Booked, Outcome } from '../../processors/processor.ts';

const STATES = {
  succeeded: 'SUCCEEDED',
  pending: 'PENDING',
  returned: 'RETURNED',
  action_required: 'ACTION_REQUIRED',
  declined: 'FAILED',
  /** Nothing was sent, so nothing was charged. */
  not_sent: 'FAILED',
  unknown: 'UNKNOWN',
} as const satisfies Record<Outcome['kind'], AttemptState>;

export function attemptStateOf<Kind extends Outcome['kind']>(kind: Kind): (typeof STATES)[Kind] {
  return STATES[kind];
}

/** What the processor reports to have refunded; null where it does not report refunds. */
export function refundedIn({ refunds }: Pick<Booked, 'refunds'>) {
  return refunds ? addCents(...refunds.map(({ amountCents }) => amountCents)) : null;
}

/** R40: a dispute that is lost for all that was left of the charge is a return. */
export function asSettled(outcome: Outcome): Outcome {
  if (outcome.kind !== 'succeeded' || outcome.dispute?.state !== 'lost') return outcome;
  const { dispute, amountCents } = outcome;
  const isWhole = dispute.amountCents + (refundedIn(outcome) ?? 0) >= amountCents;
  return isWhole ? { ...outcome, kind: 'returned', code: dispute.code } : outcome;
}
