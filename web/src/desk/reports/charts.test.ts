import { addDays, isoDate } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { shortAmount, tickStep } from './bars.tsx';
import { toWeeks } from './charts.tsx';

const today = isoDate('2026-11-18');

describe('The charts of the overview (R77)', () => {
  it('the expected weeks include those in which nothing is arranged', () => {
    const day = { schedules: cents(100), plans: cents(20), autoPay: cents(3) };
    const weeks = toWeeks(
      [
        { ...day, date: today },
        { ...day, date: addDays(today, 1) },
        { ...day, date: addDays(today, 60) },
      ],
      today,
    );
    expect(weeks).toHaveLength(9);
    expect(weeks[0]).toEqual({ start: '2026-11-16', schedules: 200, plans: 40, autoPay: 6 });
    expect(weeks[1]).toEqual({ start: '2026-11-23', schedules: 0, plans: 0, autoPay: 0 });
    expect(weeks.at(-1)).toMatchObject({ start: '2027-01-11', schedules: 100 });
  });

  it('four steps of the scale reach every amount, and their labels are short', () => {
    for (const amount of [0, 1, 99, 100, 101, 12_345, 999_999, 123_456_789])
      expect(tickStep(amount) * 4).toBeGreaterThanOrEqual(amount);
    expect(shortAmount(0)).toBe('$0');
    expect(shortAmount(tickStep(180_000))).toBe('$500');
    expect(shortAmount(250_000)).toBe('$2.5k');
    expect(shortAmount(200_000_000)).toBe('$2M');
  });
});
