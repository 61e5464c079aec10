import { addDays, compareDates, isoDate } from '@quittance/contract/dates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBankingDays, isBankingDay, toBankHolidays, toWeekday } from './bank-calendar.ts';

const START = isoDate('2020-01-01');
const date = fc.integer({ min: 0, max: 30 * 366 }).map((days) => addDays(START, days));
const count = fc.integer({ min: 0, max: 30 });

describe('The calendar of US banks (R66)', () => {
  it('the bank calendar has the holidays published by the Federal Reserve', () => {
    expect([...toBankHolidays(2026)]).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
    expect([...toBankHolidays(2023)]).toEqual([
      '2023-01-02',
      '2023-01-16',
      '2023-02-20',
      '2023-05-29',
      '2023-06-19',
      '2023-07-04',
      '2023-09-04',
      '2023-10-09',
      '2023-11-11',
      '2023-11-23',
      '2023-12-25',
    ]);
  });

  it.each([
    ['New Year on a Sunday is kept on Monday', '2023-01-02', false],
    ['the Friday before a holiday on a Saturday is a banking day', '2026-07-03', true],
    ['Juneteenth was a banking day before 2022', '2020-06-19', true],
    ['a Saturday is none', '2026-11-14', false],
    ['an ordinary Tuesday is one', '2026-11-17', true],
  ])('%s', (_rule, day, isOpen) => {
    expect(isBankingDay(isoDate(day))).toBe(isOpen);
  });

  it('adding banking days ends on a banking day after exactly that many banking days', () => {
    fc.assert(
      fc.property(date, count, (from, days) => {
        const to = addBankingDays(from, days);
        let counted = 0;
        for (let day = from; compareDates(day, to) < 0; ) {
          day = addDays(day, 1);
          if (isBankingDay(day)) counted += 1;
        }
        expect(counted).toBe(days);
        if (days > 0) expect(isBankingDay(to)).toBe(true);
      }),
    );
  });

  it('adding banking days in two steps equals adding them in one step', () => {
    fc.assert(
      fc.property(date, count, count, (from, first, then) => {
        const together = addBankingDays(from, first + then);
        if (first > 0 || then > 0)
          expect(addBankingDays(addBankingDays(from, first), then)).toBe(together);
      }),
    );
  });

  it('a year has 10 or 11 bank holidays, and none falls on a Sunday', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1971, max: 2100 }), (year) => {
        const days = [...toBankHolidays(year)];
        expect(days).toHaveLength(year < 2022 ? 10 : 11);
        for (const day of days) {
          expect(day.slice(0, 4)).toBe(String(year));
          expect(toWeekday(day)).not.toBe(0);
        }
      }),
    );
  });
});
