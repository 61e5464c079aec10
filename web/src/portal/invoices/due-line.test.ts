import { describe, expect, it } from 'vitest';
import { invoice } from '../../../test/fixtures.ts';
import { nextPaymentText } from './due-line.tsx';

const part = (index: number, changes: object) => ({
  index,
  date: `2026-1${index - 1}-15`,
  cost: 5_160,
  fee: 160,
  status: 'OPEN',
  isActive: false,
  parts: 3,
  ...changes,
});

const nextTextWith = (second: object) =>
  nextPaymentText(
    invoice({
      status: 'PAYMENT_PLAN_IN_PROGRESS',
      installments: [part(1, { status: 'SUCCESS' }), part(2, second), part(3, {})],
    }),
  );

describe('The next payment of a plan (product §2.24, R15)', () => {
  it('the next open installment is named with its day', () => {
    expect(nextTextWith({})).toBe('Next payment Sun, November 15');
  });

  it('an installment that failed is named with the day of its next try', () => {
    expect(nextTextWith({ status: 'FAILED', nextTryOn: '2026-11-18' })).toBe(
      'The last attempt failed. Next attempt: Wed, November 18',
    );
  });
});
