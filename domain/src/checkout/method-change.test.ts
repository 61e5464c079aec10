import { isoDate } from '@quittance/contract/dates';
import { cents, ZERO } from '@quittance/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LeftCharge, methodChangeTerms } from './method-change.ts';
import { splitPlan } from './plan.ts';

const company = {
  feeSettings: { card: 290, cardFixed: cents(30), ach: 80, achFixed: ZERO },
  isFeePayerCompany: false,
  preference: {},
} as unknown as Parameters<typeof methodChangeTerms>[0]['company']; // because only its fees are read
const dueOn = isoDate('2026-12-15');
const charge = (amountCents: number, feeCents: number): LeftCharge => ({
  dueOn,
  amountCents: cents(amountCents),
  feeCents: cents(feeCents),
});

describe('Another payment method for an arrangement (R36)', () => {
  it('a new payment method of another kind has that kind’s fee on the remaining amount', () => {
    const charges = [charge(10_000, 80)];
    expect(methodChangeTerms({ charges, from: 'ach', to: 'card', company })).toEqual({
      before: { amountCents: 10_000, feeCents: 80, totalCents: 10_080 },
      after: { amountCents: 10_000, feeCents: 320, totalCents: 10_320 },
      charges: [charge(10_000, 320)],
    });
  });

  it('a change back to the first method recalculates the fee as for a new arrangement', () => {
    const charges = [charge(10_000, 320)];
    const { after } = methodChangeTerms({ charges, from: 'card', to: 'ach', company });
    expect(after).toEqual({ amountCents: 10_000, feeCents: 80, totalCents: 10_080 });
  });

  it('a method of the same kind keeps the agreed fee', () => {
    const charges = [charge(5_000, 123), charge(5_000, 1)];
    const same = methodChangeTerms({ charges, from: 'card', to: 'card', company });
    expect(same.after).toEqual(same.before);
    expect(same.charges).toEqual(charges);
  });

  it('a method change leaves the amounts unchanged when all payments have been sent', () => {
    const none = methodChangeTerms({ charges: [], from: 'ach', to: 'card', company });
    expect(none).toMatchObject({ charges: [], after: { totalCents: 0 } });
  });

  it('a method change keeps the dates and the principal and splits the total evenly', () => {
    const money = fc.record({
      amountCents: fc.integer({ min: 1000, max: 5_000_000 }),
      count: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(money, ({ amountCents, count }) => {
        const parts = splitPlan({ amountCents: cents(amountCents), feeCents: ZERO, count });
        const charges = parts.map((part) => charge(part.principalCents, 0));
        const terms = methodChangeTerms({ charges, from: 'ach', to: 'card', company });
        expect(terms.after.amountCents).toBe(amountCents);
        const costs = terms.charges.map((each) => each.amountCents + each.feeCents);
        expect(Math.max(...costs) - Math.min(...costs)).toBeLessThanOrEqual(1);
        expect(terms.charges).toHaveLength(count);
      }),
    );
  });
});
