import { addDays, daysBetween, isoDate } from '@quittance/contract/dates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkoutTexts } from '../texts/en/checkout.ts';
import { isWithinWindow, laterWindow, scheduleHint, scheduleWindow } from './schedule.ts';

const today = isoDate('2026-02-27');
const preference = { maxExtensionDays: 30 };
const window = scheduleWindow({ today, preference });

describe('A payment that its company moves (ADR 0073)', () => {
  it.each([
    ['2026-02-20', { earliest: '2026-02-28', latest: '2026-03-30' }],
    ['2026-02-27', { earliest: '2026-02-28', latest: '2026-03-30' }],
    ['2026-03-10', { earliest: '2026-03-11', latest: '2026-03-30' }],
    ['2026-03-29', { earliest: '2026-03-30', latest: '2026-03-30' }],
    ['2026-03-30', null],
  ])(
    'a company can move a payment agreed for %s only to a later day within the window',
    (agreedOn, later) => {
      expect(laterWindow(window, isoDate(agreedOn))).toEqual(later);
    },
  );
});

describe('Schedule window (product §5, R9)', () => {
  it('the schedule window opens tomorrow', () => {
    expect(window.earliest).toBe('2026-02-28');
  });

  it('the schedule window closes after maxExtensionDays + 1 days', () => {
    expect(window.latest).toBe('2026-03-30');
    expect(daysBetween({ from: today, to: window.latest })).toBe(31);
  });

  it.each([
    ['2026-02-27', false],
    ['2026-02-28', true],
    ['2026-03-15', true],
    ['2026-03-30', true],
    ['2026-03-31', false],
  ])('the schedule window contains the day %s: %s', (date, isWithin) => {
    expect(isWithinWindow(isoDate(date), window)).toBe(isWithin);
  });

  it('the schedule window has maxExtensionDays + 1 days on any date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000 }),
        fc.integer({ min: 1, max: 365 }),
        (offset, maxExtensionDays) => {
          const start = addDays(isoDate('2026-01-01'), offset);
          const open = scheduleWindow({ today: start, preference: { maxExtensionDays } });
          const days = Array.from({ length: maxExtensionDays + 10 }, (_, day) =>
            addDays(start, day - 2),
          );
          const offered = days.filter((day) => isWithinWindow(day, open));
          expect(offered).toHaveLength(maxExtensionDays + 1);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('Schedule hint (product §2, R9)', () => {
  it('the schedule hint says 30 days by default', () => {
    expect(scheduleHint(preference, checkoutTexts)).toBe(
      'The payment date must be within the next 30 days',
    );
  });

  it('the schedule hint shows the company’s own number of days', () => {
    expect(scheduleHint({ maxExtensionDays: 14 }, checkoutTexts)).toBe(
      'The payment date must be within the next 14 days',
    );
    expect(scheduleHint({ maxExtensionDays: 1 }, checkoutTexts)).toBe(
      'The payment date must be within the next day',
    );
  });
});
