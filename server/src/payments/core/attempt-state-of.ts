/** Which attempt state a processor's outcome stands for: the one mapping for settlement and reconciliation. */
import type { AttemptState } from '@quittance/domain/status/payment-status';
import type { Outcome } from '../../processors/processor.ts';

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
