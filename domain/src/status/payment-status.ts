/**
 * The states of a payment attempt, and its status on the wire (product §10.3). Ranks only rise, so late, repeated
 * and reordered outcomes lead to the same state.
 */
import type { PaymentStatus } from '@quittance/contract/vocabulary';
import { assertNever } from '../invariant.ts';
import type { Table } from './transition.ts';

export const ATTEMPT_STATES = [
  'CREATED',
  'SENT',
  'ACTION_REQUIRED',
  'PENDING',
  'UNKNOWN',
  'SUCCEEDED',
  'FAILED',
  'RETURNED',
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/**
 * An attempt in one of these states blocks its invoice, so no second attempt can start. CREATED is excluded because
 * an unconfirmed intent must not block an invoice.
 */
export const OPEN_STATES = [
  'SENT',
  'ACTION_REQUIRED',
  'PENDING',
  'UNKNOWN',
] as const satisfies readonly AttemptState[];
export type OpenState = (typeof OPEN_STATES)[number];

export function isOpen(state: AttemptState): state is OpenState {
  return OPEN_STATES.some((open) => open === state);
}

/** The customer sees an unknown outcome as pending, never as failed. */
export function toPaymentStatus(state: AttemptState): PaymentStatus {
  switch (state) {
    case 'CREATED':
    case 'SENT':
    case 'ACTION_REQUIRED':
    case 'PENDING':
    case 'UNKNOWN':
      return 'PENDING';
    case 'SUCCEEDED':
      return 'SUCCESS';
    case 'FAILED':
      return 'FAILED';
    case 'RETURNED':
      return 'RETURN';
    default:
      return assertNever(state);
  }
}

export const PAYMENT_EVENTS = ['succeeded', 'declined', 'returned'] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/** A late success after a failure counts, because the money moved. */
export const PAYMENT: Table<PaymentStatus, PaymentEvent> = {
  PENDING: { succeeded: 'SUCCESS', declined: 'FAILED' },
  SUCCESS: { returned: 'RETURN' },
  FAILED: { succeeded: 'SUCCESS' },
  RETURN: {},
};

const RANKS = {
  CREATED: 0,
  SENT: 0,
  ACTION_REQUIRED: 0,
  UNKNOWN: 0,
  PENDING: 1,
  FAILED: 2,
  SUCCEEDED: 3,
  RETURNED: 4,
} as const satisfies Record<AttemptState, number>;

export function toRank(state: AttemptState): number {
  return RANKS[state];
}

/** Moves between states of the lowest rank. An attempt never goes back to CREATED or SENT. */
const SIDEWAYS: Readonly<Partial<Record<AttemptState, readonly AttemptState[]>>> = {
  CREATED: ['SENT', 'ACTION_REQUIRED', 'UNKNOWN'],
  SENT: ['ACTION_REQUIRED', 'UNKNOWN'],
  ACTION_REQUIRED: ['UNKNOWN'],
  UNKNOWN: ['ACTION_REQUIRED'],
};

export function nextState(current: AttemptState, observed: AttemptState): AttemptState | null {
  const isMove = toRank(observed) > toRank(current) || SIDEWAYS[current]?.includes(observed);
  return isMove ? observed : null;
}

/**
 * Returns the wire events of a move, in order. A return that arrives before its success produces two events, posted
 * in one transaction.
 */
export function toEvents({ from, to }: { from: AttemptState; to: AttemptState }): PaymentEvent[] {
  if (nextState(from, to) === null) return [];
  switch (to) {
    case 'SUCCEEDED':
      return ['succeeded'];
    case 'FAILED':
      return ['declined'];
    case 'RETURNED':
      return from === 'SUCCEEDED' ? ['returned'] : ['succeeded', 'returned'];
    case 'CREATED':
    case 'SENT':
    case 'ACTION_REQUIRED':
    case 'PENDING':
    case 'UNKNOWN':
      return [];
    default:
      return assertNever(to);
  }
}
