import { isoDate } from '@quittance/contract/dates';
import { addCents, cents, REQUEST_CENTS_MAX, ZERO } from '@quittance/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_PREFERENCE } from '../../test/sample-company.ts';
import { InvariantViolation } from '../invariant.ts';
import { buildInstallments, DEFAULT_COUNT, offeredCounts, splitPlan } from './plan.ts';

const anchor = isoDate('2026-01-31');

describe('Offered numbers of installments (product §5)', () => {
  const increased = { ...SAMPLE_PREFERENCE, isIncreasedInstallmentsActive: true };

  it.each([
    [6, [2, 3, 4, 5, 6]],
    [4, [2, 3, 4]],
    [2, [2]],
  ])(
    'the offered installment counts are 2, 3, 4, 5, 6 up to maxInstallments %i',
    (maxInstallments, counts) => {
      const preference = { ...SAMPLE_PREFERENCE, maxInstallments };
      expect(offeredCounts({ preference, amountCents: cents(50_000) })).toEqual(counts);
    },
  );

  it.each([
    [12, [2, 3, 6, 9, 12]],
    [11, [2, 3, 6, 9]],
    [3, [2, 3]],
  ])(
    'the offered installment counts are 2, 3, 6, 9, 12 up to maxIncreasedInstallments %i',
    (maxIncreasedInstallments, counts) => {
      const preference = { ...increased, maxIncreasedInstallments };
      expect(offeredCounts({ preference, amountCents: cents(500_000) })).toEqual(counts);
    },
  );

  it('the increased installment counts are offered from increasedInstallmentsAmount, inclusive', () => {
    expect(offeredCounts({ preference: increased, amountCents: cents(99_999) })).not.toContain(12);
    expect(offeredCounts({ preference: increased, amountCents: cents(100_000) })).toContain(12);
  });

  it('the increased installment counts are not offered while increased installments are inactive', () => {
    const amountCents = cents(500_000);
    expect(offeredCounts({ preference: SAMPLE_PREFERENCE, amountCents })).toEqual([2, 3, 4, 5, 6]);
  });

  it('the installment count never exceeds the number of cents', () => {
    expect(offeredCounts({ preference: SAMPLE_PREFERENCE, amountCents: cents(3) })).toEqual([2, 3]);
    expect(offeredCounts({ preference: SAMPLE_PREFERENCE, amountCents: cents(1) })).toEqual([]);
  });

  it('the first and default installment count is 2', () => {
    expect(DEFAULT_COUNT).toBe(2);
    expect(offeredCounts({ preference: increased, amountCents: cents(500_000) })[0]).toBe(2);
  });
});

describe('Amounts of a plan (R7)', () => {
  it('a plan of $100.00 in 3 installments is $33.34, $33.33, $33.33', () => {
    const plan = buildInstallments({
      amountCents: cents(10_000),
      feeCents: ZERO,
      count: 3,
      anchor,
    });
    expect(plan.map((part) => part.costCents)).toEqual([3_334, 3_333, 3_333]);
  });

  it('a plan splits the amount plus fee, and each installment into its principal and fee', () => {
    const money = { amountCents: cents(10_000), feeCents: cents(320), count: 3 };
    expect(splitPlan(money)).toEqual([
      { costCents: 3_440, principalCents: 3_333, feeCents: 107 },
      { costCents: 3_440, principalCents: 3_333, feeCents: 107 },
      { costCents: 3_440, principalCents: 3_334, feeCents: 106 },
    ]);
  });

  it('all sums of a plan are exact up to the largest amount', () => {
    const money = fc.record({
      amountCents: fc.integer({ min: 12, max: REQUEST_CENTS_MAX }).map(cents),
      feeCents: fc.integer({ min: 0, max: REQUEST_CENTS_MAX }).map(cents),
      count: fc.constantFrom(2, 3, 4, 5, 6, 9, 12),
    });
    fc.assert(
      fc.property(money, ({ amountCents, feeCents, count }) => {
        const parts = splitPlan({ amountCents, feeCents, count });
        const costs = parts.map((part) => part.costCents);
        expect(parts).toHaveLength(count);
        expect(addCents(...costs)).toBe(amountCents + feeCents);
        expect(addCents(...parts.map((part) => part.principalCents))).toBe(amountCents);
        expect(addCents(...parts.map((part) => part.feeCents))).toBe(feeCents);
        expect(Math.max(...costs) - Math.min(...costs)).toBeLessThanOrEqual(1);
        for (const part of parts) {
          expect(part.costCents).toBe(part.principalCents + part.feeCents);
          expect(Math.min(part.principalCents, part.feeCents)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the settled part of a plan is always within a cent of its fair share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 12, max: 1_000_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        (amount, fee) => {
          const money = { amountCents: cents(amount), feeCents: cents(fee), count: 12 };
          let paid = 0;
          let settled = 0;
          for (const part of splitPlan(money)) {
            paid += part.costCents;
            settled += part.principalCents;
            expect(Math.abs(settled - (amount * paid) / (amount + fee))).toBeLessThan(1);
          }
        },
      ),
    );
  });

  it('a plan with a zero installment or a negative fee is refused', () => {
    const plan = { amountCents: cents(2), feeCents: ZERO, count: 3 };
    expect(() => splitPlan(plan)).toThrow(
      new InvariantViolation('Not true: every installment costs at least one cent'),
    );
    expect(() => splitPlan({ ...plan, count: 2, feeCents: cents(-1) })).toThrow(
      new InvariantViolation('Not true: a fee is never negative'),
    );
  });

  it('an installment can be as small as one cent', () => {
    const parts = splitPlan({ amountCents: cents(3), feeCents: ZERO, count: 3 });
    expect(parts.map((part) => part.costCents)).toEqual([1, 1, 1]);
  });
});

describe('Dates of a plan (product §9, R7)', () => {
  const money = { amountCents: cents(60_000), feeCents: ZERO };
  const dates = (from: string, count: number) =>
    buildInstallments({ ...money, count, anchor: isoDate(from) }).map((part) => part.dueOn);

  it('the dates of a plan begin today and continue monthly', () => {
    expect(dates('2026-03-15', 3)).toEqual(['2026-03-15', '2026-04-15', '2026-05-15']);
  });

  it('the dates of a plan are clamped to the end of a short month only: 31 Jan, 28 Feb, 31 Mar', () => {
    expect(dates('2026-01-31', 3)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
  });

  it('the dates of a plan account for leap years', () => {
    expect(dates('2028-01-31', 2)).toEqual(['2028-01-31', '2028-02-29']);
    expect(dates('2028-02-29', 12).at(-1)).toBe('2029-01-29');
  });

  it('the dates of a plan continue across the end of a year', () => {
    expect(dates('2026-11-30', 4)).toEqual([
      '2026-11-30',
      '2026-12-30',
      '2027-01-30',
      '2027-02-28',
    ]);
  });

  it('the installments of a plan are numbered from 1', () => {
    const plan = buildInstallments({ ...money, count: 4, anchor });
    expect(plan.map((part) => part.index)).toEqual([1, 2, 3, 4]);
  });
});
