/** Maps a processor's outcome to an attempt state. Settlement and reconciliation share this mapping. */
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

export function toAttemptState<Kind extends Outcome['kind']>(kind: Kind): (typeof STATES)[Kind] {
  return STATES[kind];
}

export function refundedIn({ refunds }: Pick<Booked, 'refunds'>) {
  if (!refunds) return null;
  const made = refunds.filter(({ state }) => state === 'succeeded');
  return addCents(...made.map(({ amountCents }) => amountCents));
}

/** R40: a charge counts as returned if lost disputes cover everything that was left of it. */
export function asSettled(outcome: Outcome): Outcome {
  if (outcome.kind !== 'succeeded') return outcome;
  const lost = (outcome.disputes ?? []).filter(({ state }) => state === 'lost');
  const latest = lost.at(-1);
  if (!latest) return outcome;
  const lostCents = addCents(...lost.map(({ amountCents }) => amountCents));
  const isWhole = lostCents + (refundedIn(outcome) ?? 0) >= outcome.amountCents;
  return isWhole ? { ...outcome, kind: 'returned', code: latest.code } : outcome;
}
