import { cents } from '@quittance/contract/money';
import type { InstallmentStatus } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { isSamePlanPayment, planPayment } from './plan-payment.ts';

function toPlan(...statuses: InstallmentStatus[]) {
  return statuses.map((status, position) => ({
    index: position + 1,
    status,
    principalCents: cents(1000 + position),
    feeCents: cents(30 + position),
  }));
}

describe('One payment on a running plan (R13)', () => {
  it('a plan payment pays the earliest unpaid installment', () => {
    expect(planPayment(toPlan('SUCCESS', 'OPEN', 'OPEN'), false)).toEqual({
      installments: [2],
      amountCents: 1001,
      feeCents: 31,
    });
  });

  it('a payment of the remainder skips an installment that was paid out of order', () => {
    expect(planPayment(toPlan('FAILED', 'SUCCESS', 'OPEN'), true)).toEqual({
      installments: [1, 3],
      amountCents: 2002,
      feeCents: 62,
    });
  });

  it('a plan has no further payment once every installment is settled', () => {
    expect(planPayment(toPlan('SUCCESS', 'CANCELED'), true)).toBeNull();
  });

  it.each([
    ['another amount', { amountCents: cents(999) }],
    ['another fee', { feeCents: cents(32) }],
    ['another installment at the same price', { installments: [3] }],
    ['one installment more', { installments: [2, 3] }],
  ])('a plan payment with %s is a different payment', (_, change) => {
    const current = { installments: [2], amountCents: cents(1001), feeCents: cents(31) };
    expect(isSamePlanPayment(current, current)).toBe(true);
    expect(isSamePlanPayment({ ...current, ...change }, current)).toBe(false);
  });
});
