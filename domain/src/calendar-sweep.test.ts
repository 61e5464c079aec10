/**
 * Checks every day of three years including a leap year, or of eleven years in a full run, because month ends and
 * clock changes fall on single days.
 */

import {
  addDays,
  addMonthsFrom,
  compareDates,
  daysBetween,
  type IsoDate,
  instant,
  isoDate,
} from '@quittance/contract/dates';
import { formatDate } from '@quittance/contract/format';
import { dateIn } from '@quittance/contract/local-time';
import { cents, ZERO } from '@quittance/contract/money';
import { dateTexts } from '@quittance/contract/texts/en/dates';
import { describe, expect, it } from 'vitest';
import { sampled } from '../test/full-run.ts';
import { buildInstallments } from './checkout/plan.ts';
import { isWithinWindow, scheduleWindow } from './checkout/schedule.ts';

const FIRST_DAY = isoDate('2026-01-01');
const LAST_DAY = isoDate(sampled({ sample: '2028-12-31', full: '2036-12-31' }));
const YEARS = `2026 to ${LAST_DAY.slice(0, 4)}`;
const COUNTS = [2, 3, 4, 5, 6, 9, 12];
const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/St_Johns',
  'Europe/London',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];

const DAYS: readonly IsoDate[] = Array.from(
  { length: daysBetween({ from: FIRST_DAY, to: LAST_DAY }) + 1 },
  (_, offset) => addDays(FIRST_DAY, offset),
);

/** Computed independently of the code under test. */
function monthLength(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isRightSchedule(anchor: IsoDate, dates: readonly IsoDate[]): boolean {
  const [year = 0, month = 0, day = 0] = anchor.split('-').map(Number);
  return dates.every((date, index) => {
    const months = month - 1 + index;
    const wantedYear = year + Math.floor(months / 12);
    const wantedMonth = (months % 12) + 1;
    const wantedDay = Math.min(day, monthLength(wantedYear, wantedMonth));
    const wanted = [wantedMonth, wantedDay].map((part) => String(part).padStart(2, '0'));
    return date === `${wantedYear}-${wanted.join('-')}`;
  });
}

function isRising(dates: readonly IsoDate[]): boolean {
  return dates.every((date, index) => {
    const before = dates[index - 1];
    return before === undefined || compareDates(before, date) < 0;
  });
}

const MONEY = { amountCents: cents(12_000), feeCents: ZERO };

describe(`Installment dates on every start day from ${YEARS} (R7)`, () => {
  it('installment dates start on the anchor, increase, and keep its day or the month end', () => {
    const wrong = DAYS.flatMap((anchor) =>
      COUNTS.filter((count) => {
        const dates = buildInstallments({ ...MONEY, anchor, count }).map(({ dueOn }) => dueOn);
        const isRight = dates.length === count && isRightSchedule(anchor, dates);
        return !isRight || dates[0] !== anchor || !isRising(dates);
      }).map((count) => `${anchor} × ${count}`),
    );
    expect(DAYS).toHaveLength(sampled({ sample: 1_096, full: 4_018 }));
    expect(wrong).toEqual([]);
  }, 60_000);

  it('installment dates are counted from the anchor, not from the previous month', () => {
    const chained = DAYS.filter((anchor) => {
      let date = anchor;
      for (let step = 0; step < 11; step++) date = addMonthsFrom(date, 1);
      return date !== addMonthsFrom(anchor, 11);
    });
    expect(chained.length).toBeGreaterThan(DAYS.length / 20);
  }, 60_000);
});

function instantsAround(date: IsoDate): string[] {
  return ['00:00:00', '03:59:59', '04:30:00', '10:00:00', '12:00:00', '23:59:59'].map(
    (time) => `${date}T${time}.000Z`,
  );
}

describe(`Today in twelve zones on every day from ${YEARS} (R8)`, () => {
  it.each(ZONES)(
    'the current date follows the local clock in %s',
    (zone) => {
      // An independent reference: the date as `Intl` formats it.
      const wall = new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'long' });
      const wrong = DAYS.flatMap(instantsAround).filter(
        (at) => formatDate(dateIn(zone, instant(at)), dateTexts) !== wall.format(new Date(at)),
      );
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it.each(ZONES)(
    'the current date in %s changes once a day and only moves forward',
    (zone) => {
      const noons = DAYS.map((day) => dateIn(zone, instant(`${day}T12:00:00.000Z`)));
      const jumps = noons.filter((date, index) => {
        const before = noons[index - 1];
        return before !== undefined && daysBetween({ from: before, to: date }) !== 1;
      });
      expect(jumps).toEqual([]);
    },
    60_000,
  );
});

describe(`Schedule window on every day from ${YEARS} (R9)`, () => {
  it('the schedule window opens tomorrow and lasts maxExtensionDays + 1 days, across clock changes', () => {
    const preference = { maxExtensionDays: 30 };
    const wrong = DAYS.filter((today) => {
      const window = scheduleWindow({ today, preference });
      const isExact =
        daysBetween({ from: today, to: window.earliest }) === 1 &&
        daysBetween({ from: today, to: window.latest }) === 31;
      const isClosedOutside =
        !isWithinWindow(today, window) && !isWithinWindow(addDays(window.latest, 1), window);
      return !isExact || !isClosedOutside;
    });
    expect(wrong).toEqual([]);
  }, 60_000);
});
