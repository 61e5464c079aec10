import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonthsFrom,
  compareDates,
  dayNumber,
  daysBetween,
  instant,
  instantSchema,
  isoDate,
  isoDateSchema,
} from './dates.ts';
import { dateIn } from './local-time.ts';

const anyDate = fc
  .integer({ min: 0, max: 120_000 })
  .map((days) => addDays(isoDate('1970-01-01'), days));

describe('A calendar date (R8)', () => {
  it.each(['2026-01-31', '2028-02-29', '2000-02-29', '1999-12-31'])(
    'the text %s is accepted and returned unchanged',
    (text) => {
      expect(isoDate(text)).toBe(text);
    },
  );

  it.each([
    '2026-02-29',
    '2100-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026/01/31',
    '2026-01-31T00:00:00Z',
    ' 2026-01-31',
    '',
  ])('a calendar date cannot be %j', (text) => {
    expect(isoDateSchema.safeParse(text).success).toBe(false);
  });

  it('sorting dates as text puts them in chronological order', () => {
    const dates = ['2026-10-01', '2026-02-01', '2025-12-31'].map(isoDate);
    expect(dates.toSorted(compareDates)).toEqual(['2025-12-31', '2026-02-01', '2026-10-01']);
    expect(compareDates(isoDate('2026-01-01'), isoDate('2026-01-01'))).toBe(0);
  });

  it('dates compare in the same order as their day numbers', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (left, right) => {
        expect(compareDates(left, right)).toBe(Math.sign(dayNumber(left) - dayNumber(right)));
      }),
    );
  });
});

describe('An instant', () => {
  it.each([
    '2026-01-31T09:30:00.000Z',
    '2028-02-29T23:59:59Z',
    '2026-01-31T09:30Z',
    '2026-01-31T09:30:00.123456Z',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:60Z',
    '2026-01-31T09:30:00.Z',
    '2026-01-31T09:30:00',
    '2026-01-31T09:30:00+01:00',
    '2026-01-31 09:30:00Z',
    ' 2026-01-31T09:30:00Z',
    '2026-01-31',
    '',
  ])('%j is an instant if and only if the schema accepts it', (text) => {
    const isInstant = instantSchema.safeParse(text).success;
    if (isInstant) expect(instant(text)).toBe(text);
    else expect(() => instant(text)).toThrow('Not an instant');
  });
});

describe('Counting days', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-11-01', 1, '2026-11-02'],
    ['2026-01-31', 0, '2026-01-31'],
  ])('%s plus %d days is %s, regardless of clock changes', (date, count, expected) => {
    expect(addDays(isoDate(date), count)).toBe(expected);
  });

  it('subtracting the same number of days undoes adding them', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -10_000, max: 10_000 }), (date, count) => {
        const moved = addDays(date, count);
        expect(daysBetween({ from: date, to: moved })).toBe(count);
        expect(addDays(moved, -count)).toBe(date);
      }),
    );
  });
});

describe('Counting months from an anchor (R7)', () => {
  it.each([
    [0, '2026-01-31'],
    [1, '2026-02-28'],
    [2, '2026-03-31'],
    [3, '2026-04-30'],
    [11, '2026-12-31'],
    [12, '2027-01-31'],
    [25, '2028-02-29'],
    [-2, '2025-11-30'],
  ])('31 January 2026 plus %d months is %s', (count, expected) => {
    expect(addMonthsFrom(isoDate('2026-01-31'), count)).toBe(expected);
  });

  it("counting months keeps the anchor's day, or uses the last day of a shorter month", () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 60 }), (anchor, count) => {
        const moved = addMonthsFrom(anchor, count);
        const isLastOfMonth = addDays(moved, 1).endsWith('-01');
        expect(moved.slice(8) === anchor.slice(8) || isLastOfMonth).toBe(true);
        expect(moved.slice(8) <= anchor.slice(8)).toBe(true);
      }),
    );
  });
});

describe('Today of a company (R8)', () => {
  it.each([
    ['America/New_York', '2026-01-31T04:59:59.000Z', '2026-01-30'],
    ['America/New_York', '2026-01-31T05:00:00.000Z', '2026-01-31'],
    ['America/New_York', '2026-07-01T03:59:59.000Z', '2026-06-30'],
    ['America/New_York', '2026-07-01T04:00:00.000Z', '2026-07-01'],
    ['America/Los_Angeles', '2026-01-31T07:59:59.000Z', '2026-01-30'],
    ['Pacific/Honolulu', '2026-01-01T09:59:59.000Z', '2025-12-31'],
    ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01'],
    ['Asia/Kolkata', '2026-02-28T18:30:00.000Z', '2026-03-01'],
    ['UTC', '2028-02-29T23:59:59.999Z', '2028-02-29'],
  ])('the calendar date in %s at %s is %s', (zone, at, date) => {
    expect(dateIn(zone, instant(at))).toBe(date);
  });

  it.each([
    ['2026-03-08T06:59:59.000Z', '2026-03-08'],
    ['2026-03-08T07:00:00.000Z', '2026-03-08'],
    ['2026-03-09T03:59:59.000Z', '2026-03-08'],
    ['2026-03-09T04:00:00.000Z', '2026-03-09'],
    ['2026-11-01T05:30:00.000Z', '2026-11-01'],
    ['2026-11-01T06:30:00.000Z', '2026-11-01'],
    ['2026-11-02T04:59:59.000Z', '2026-11-01'],
    ['2026-11-02T05:00:00.000Z', '2026-11-02'],
  ])('the calendar date in New York at %s, near a clock change, is %s', (at, date) => {
    expect(dateIn('America/New_York', instant(at))).toBe(date);
  });

  it('an unknown time zone is refused', () => {
    expect(() => dateIn('Mars/Olympus', instant('2026-01-01T00:00:00.000Z'))).toThrow(RangeError);
  });
});

describe('An instant', () => {
  it.each(['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00Z'])(
    'the text %s is accepted and returned unchanged',
    (text) => {
      expect(instant(text)).toBe(text);
    },
  );

  it.each(['2026-01-31', '2026-01-31T09:30:00+02:00', '2026-02-30T00:00:00Z', 'now'])(
    'an instant cannot be %s',
    (text) => {
      expect(() => instant(text)).toThrow();
    },
  );
});
