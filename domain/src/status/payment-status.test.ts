import { PAYMENT_STATES } from '@quittance/contract/invoices/payment-provider-schemas';
import { PAYMENT_STATUSES } from '@quittance/contract/vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ATTEMPT_STATES,
  type AttemptState,
  isOpen,
  nextState,
  OPEN_STATES,
  PAYMENT,
  PAYMENT_EVENTS,
  toEvents,
  toPaymentStatus,
  toRank,
} from './payment-status.ts';
import { canTransition, IllegalTransition, transition } from './transition.ts';

it('the provider API has the same payment states', () => {
  expect(PAYMENT_STATES).toEqual(ATTEMPT_STATES);
});

const PAIRS = ATTEMPT_STATES.flatMap((from) => ATTEMPT_STATES.map((to) => ({ from, to })));

function settleAll(start: AttemptState, reports: readonly AttemptState[]): AttemptState {
  return reports.reduce((state, observed) => nextState(state, observed) ?? state, start);
}

const anyState = fc.constantFrom(...ATTEMPT_STATES);

describe('Payment status on the wire (product §10.3)', () => {
  it.each([
    ['CREATED', 'PENDING'],
    ['SENT', 'PENDING'],
    ['ACTION_REQUIRED', 'PENDING'],
    ['PENDING', 'PENDING'],
    ['UNKNOWN', 'PENDING'],
    ['SUCCEEDED', 'SUCCESS'],
    ['FAILED', 'FAILED'],
    ['RETURNED', 'RETURN'],
  ] as const)('the payment state %s is shown as %s', (state, status) => {
    expect(toPaymentStatus(state)).toBe(status);
  });

  it('an unknown payment state throws', () => {
    // The cast is needed because only data from outside the type system can have this value.
    const stranger = 'REFUNDED' as never;
    expect(() => toPaymentStatus(stranger)).toThrow('Not handled: "REFUNDED"');
  });

  it('a payment status allows exactly the four listed transitions and throws for the others', () => {
    const moves = PAYMENT_STATUSES.flatMap((from) =>
      PAYMENT_EVENTS.filter((event) => canTransition(PAYMENT, from, event)).map(
        (event) => `${from} ${event} ${transition(PAYMENT, from, event)}`,
      ),
    );
    expect(moves.toSorted()).toEqual([
      'FAILED succeeded SUCCESS',
      'PENDING declined FAILED',
      'PENDING succeeded SUCCESS',
      'SUCCESS returned RETURN',
    ]);
    for (const from of PAYMENT_STATUSES)
      for (const event of PAYMENT_EVENTS)
        if (!canTransition(PAYMENT, from, event))
          expect(() => transition(PAYMENT, from, event)).toThrow(IllegalTransition);
  });
});

describe('The hold on an invoice', () => {
  it('the hold on an invoice lasts while the payment outcome is open or unknown', () => {
    expect(ATTEMPT_STATES.filter(isOpen).toSorted()).toEqual([...OPEN_STATES].toSorted());
    expect(OPEN_STATES.every((state) => toPaymentStatus(state) === 'PENDING')).toBe(true);
  });

  it('an unconfirmed intent places no hold on the invoice', () => {
    expect(isOpen('CREATED')).toBe(false);
  });
});

describe('The rank rule', () => {
  it('the rank rule writes exactly the listed states', () => {
    const table = Object.fromEntries(
      ATTEMPT_STATES.map((current) => [
        current,
        ATTEMPT_STATES.filter((observed) => nextState(current, observed) !== null).join(' '),
      ]),
    );
    expect(table).toEqual({
      CREATED: 'SENT ACTION_REQUIRED PENDING UNKNOWN SUCCEEDED FAILED RETURNED',
      SENT: 'ACTION_REQUIRED PENDING UNKNOWN SUCCEEDED FAILED RETURNED',
      ACTION_REQUIRED: 'PENDING UNKNOWN SUCCEEDED FAILED RETURNED',
      UNKNOWN: 'ACTION_REQUIRED PENDING SUCCEEDED FAILED RETURNED',
      PENDING: 'SUCCEEDED FAILED RETURNED',
      FAILED: 'SUCCEEDED RETURNED',
      SUCCEEDED: 'RETURNED',
      RETURNED: '',
    });
  });

  it('the rank of a payment never decreases, RETURNED is final, and outdated reports have no effect', () => {
    for (const { from, to } of PAIRS) {
      const next = nextState(from, to);
      expect(next === null || (next === to && toRank(to) >= toRank(from))).toBe(true);
      if (from === to || from === 'RETURNED' || to === 'CREATED') expect(next).toBeNull();
    }
  });

  it('a late success overrides a failure, but a failure never overrides a success', () => {
    expect(nextState('FAILED', 'SUCCEEDED')).toBe('SUCCEEDED');
    expect(nextState('SUCCEEDED', 'FAILED')).toBeNull();
  });

  it('a time-out is not recorded as a failure', () => {
    expect(nextState('SENT', 'UNKNOWN')).toBe('UNKNOWN');
    expect(toPaymentStatus('UNKNOWN')).toBe('PENDING');
  });

  it('a payment reaches the same final state whatever the order and repetition of reports', () => {
    const settled = fc.constantFrom('PENDING', 'FAILED', 'SUCCEEDED', 'RETURNED' as const);
    const doubledAndShuffled = fc
      .array(settled, { minLength: 1, maxLength: 6 })
      .chain((reports) =>
        fc.tuple(fc.constant(reports), fc.shuffledSubarray([...reports, ...reports])),
      );
    fc.assert(
      fc.property(anyState, doubledAndShuffled, (start, [reports, extra]) => {
        const ordered = reports.toSorted((left, right) => toRank(left) - toRank(right));
        const reversed = ordered.toReversed();
        expect(settleAll(start, [...extra, ...reports])).toBe(settleAll(start, ordered));
        expect(settleAll(start, reversed)).toBe(settleAll(start, ordered));
      }),
    );
  });

  it('a repeated payment report changes nothing', () => {
    fc.assert(
      fc.property(anyState, anyState, (start, observed) => {
        const once = settleAll(start, [observed]);
        expect(nextState(once, observed)).toBeNull();
      }),
    );
  });
});

describe('Every stored move is a legal one on the wire', () => {
  it('every stored state change maps to legal transitions of the payment table', () => {
    for (const { from, to } of PAIRS) {
      const isMove = nextState(from, to) !== null;
      const events = toEvents({ from, to });
      const reached = events.reduce(
        (status, event) => transition(PAYMENT, status, event),
        toPaymentStatus(from),
      );
      expect({ from, to, reached }).toEqual({
        from,
        to,
        reached: toPaymentStatus(isMove ? to : from),
      });
    }
  });

  it('a return reported before its success counts as a success and a return', () => {
    expect(toEvents({ from: 'PENDING', to: 'RETURNED' })).toEqual(['succeeded', 'returned']);
    expect(toEvents({ from: 'FAILED', to: 'RETURNED' })).toEqual(['succeeded', 'returned']);
    expect(toEvents({ from: 'SUCCEEDED', to: 'RETURNED' })).toEqual(['returned']);
  });

  it('a payment emits no event when only its internal stage changes', () => {
    expect(toEvents({ from: 'SENT', to: 'ACTION_REQUIRED' })).toEqual([]);
    expect(toEvents({ from: 'SUCCEEDED', to: 'FAILED' })).toEqual([]);
  });
});
