import { INSTALLMENT_STATUSES, type InstallmentStatus } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { activeInstallment, INSTALLMENT, INSTALLMENT_EVENTS } from './plan-status.ts';
import { canTransition, IllegalTransition, transition } from './transition.ts';

function plan(...statuses: InstallmentStatus[]) {
  return statuses.map((status, index) => ({ index: index + 1, status }));
}

describe('Installment status (R13)', () => {
  it('the installment status changes as listed for every pair of status and event', () => {
    const table = Object.fromEntries(
      INSTALLMENT_STATUSES.map((from) => [
        from,
        INSTALLMENT_EVENTS.filter((event) => canTransition(INSTALLMENT, from, event))
          .map((event) => `${event} → ${transition(INSTALLMENT, from, event)}`)
          .join(', '),
      ]),
    );
    expect(table).toEqual({
      OPEN: 'started → PENDING, succeeded → SUCCESS, canceled → CANCELED',
      PENDING: 'succeeded → SUCCESS, failed → FAILED, released → OPEN',
      SUCCESS: 'returned → FAILED',
      FAILED: 'started → PENDING, succeeded → SUCCESS, canceled → CANCELED',
      CANCELED: 'succeeded → SUCCESS',
    });
  });

  it('an installment cannot be canceled while its charge is open (R17)', () => {
    expect(() => transition(INSTALLMENT, 'PENDING', 'canceled')).toThrow(IllegalTransition);
  });
});

describe('The active installment (product §4, R13)', () => {
  it('the active installment is the earliest unpaid one', () => {
    expect(activeInstallment(plan('SUCCESS', 'OPEN', 'OPEN'))?.index).toBe(2);
    expect(activeInstallment(plan('OPEN', 'OPEN'))?.index).toBe(1);
  });

  it('a failed or pending installment stays active, which blocks payment of later installments', () => {
    expect(activeInstallment(plan('SUCCESS', 'FAILED', 'OPEN'))?.index).toBe(2);
    expect(activeInstallment(plan('PENDING', 'OPEN'))?.index).toBe(1);
  });

  it('the active installment does not depend on the order of the rows', () => {
    expect(activeInstallment(plan('SUCCESS', 'OPEN', 'OPEN').toReversed())?.index).toBe(2);
  });

  it('the active installment is null once all installments are paid or canceled', () => {
    expect(activeInstallment(plan('SUCCESS', 'SUCCESS'))).toBeNull();
    expect(activeInstallment(plan('SUCCESS', 'CANCELED'))).toBeNull();
    expect(activeInstallment([])).toBeNull();
  });
});
