import { isoDate } from '@quittance/contract/dates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StatusFacts, statusFromFacts } from './status-from-facts.ts';

const OPEN: StatusFacts = {
  isClosed: false,
  isDisputed: false,
  arrangement: null,
  isWrittenOff: false,
  dueDate: isoDate('2026-03-31'),
  today: isoDate('2026-03-31'),
};
const late = { today: isoDate('2026-04-01') };

describe('The status that follows from the facts (R42)', () => {
  it.each([
    ['DUE', {}],
    ['IN_COLLECTION', late],
    ['DEFAULTED', { ...late, isWrittenOff: true }],
    ['PAYMENT_EXTENSION', { arrangement: 'schedule' }],
    ['PAYMENT_PLAN_IN_PROGRESS', { arrangement: 'plan' }],
    ['DUE', { arrangement: 'paidPlan' }],
    ['COLLECTED', { ...late, isClosed: true }],
    ['PAYMENT_PLAN_COLLECTED', { ...late, isClosed: true, arrangement: 'paidPlan' }],
    ['PAYMENT_PLAN_COLLECTED', { isClosed: true, arrangement: 'plan' }],
    ['DISPUTED', { ...late, isClosed: true, isDisputed: true }],
  ] as const)('the status is %s for the facts %o', (status, facts) => {
    expect(statusFromFacts({ ...OPEN, ...facts })).toBe(status);
  });

  it('the status is never due or overdue when the balance is zero', () => {
    const anyFacts = fc.record({
      isDisputed: fc.boolean(),
      arrangement: fc.constantFrom('plan', 'schedule', 'paidPlan', null),
      isWrittenOff: fc.boolean(),
      today: fc.constantFrom(isoDate('2026-03-30'), isoDate('2026-05-01')),
    });
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const status = statusFromFacts({ ...OPEN, ...facts, isClosed: true });
        expect(['COLLECTED', 'PAYMENT_PLAN_COLLECTED', 'DISPUTED']).toContain(status);
      }),
    );
  });
});
