import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant, isoDate } from './dates.ts';
import {
  formatDate,
  formatDayLabel,
  formatExpiry,
  formatInstant,
  formatInstantDate,
  formatInstantWithZone,
  formatLast4,
  formatMoney,
  formatMonth,
  formatOrdinal,
  formatOverdue,
  formatPercentage,
  formatTime,
  formatWeekday,
} from './format.ts';
import { CENTS_MAX, cents, dollarsToCents } from './money.ts';
import { dateTexts } from './texts/en/dates.ts';

describe('Money (product §9)', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [1_000, '$10.00'],
    [123_450, '$1,234.50'],
    [99_999_999, '$999,999.99'],
  ])('%d cents are formatted as %s', (amount, text) => {
    expect(formatMoney(cents(amount))).toBe(text);
  });

  it('a formatted amount always shows the cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: CENTS_MAX }), (amount) => {
        expect(dollarsToCents(formatMoney(cents(amount)))).toBe(amount);
      }),
    );
  });

  it('amounts are formatted the same way as by Intl', () => {
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    fc.assert(
      fc.property(fc.integer({ min: -CENTS_MAX, max: CENTS_MAX }), (amount) => {
        expect(formatMoney(cents(amount))).toBe(dollars.format(amount / 100));
      }),
    );
  });
});

describe('Dates (product §9)', () => {
  it('dates are formatted the same way as by Intl', () => {
    const written = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
      return (date: string) => format.format(new Date(date));
    };
    const day = { month: 'long', day: 'numeric' } as const;
    const long = written({ year: 'numeric', ...day });
    const label = written({ weekday: 'short', ...day });
    const month = written({ year: 'numeric', month: 'long' });
    const weekday = written({ weekday: 'long' });
    const from = Date.parse('2020-01-01');
    for (let days = 0; days < 366 * 8; days += 1) {
      const date = isoDate(new Date(from + days * 86_400_000).toISOString().slice(0, 10));
      expect(formatDate(date, dateTexts)).toBe(long(date));
      expect(formatDayLabel(date, dateTexts)).toBe(label(date));
      expect(formatMonth(date, dateTexts)).toBe(month(date));
      expect(formatWeekday(date, dateTexts)).toBe(weekday(date));
    }
  });

  it('a date with a weekday includes the weekday name', () => {
    expect(formatWeekday(isoDate('2026-11-15'), dateTexts)).toBe('Sunday');
  });

  it('dates have the format MMMM d, yyyy', () => {
    expect(formatDate(isoDate('2026-11-05'), dateTexts)).toBe('November 5, 2026');
    expect(formatDate(isoDate('2026-01-31'), dateTexts)).toBe('January 31, 2026');
  });

  it('installment and schedule dates have the format EEE, MMMM d', () => {
    expect(formatDayLabel(isoDate('2026-11-15'), dateTexts)).toBe('Sun, November 15');
    expect(formatDayLabel(isoDate('2026-03-02'), dateTexts)).toBe('Mon, March 2');
  });

  it('a date on a receipt names its time zone', () => {
    const at = instant('2026-11-15T19:31:00.000Z');
    expect(formatInstantWithZone(at, 'America/New_York', dateTexts)).toBe(
      'November 15, 2026 2:31 PM EST',
    );
    expect(formatInstantWithZone(at, 'America/Denver', dateTexts)).toBe(
      'November 15, 2026 12:31 PM MST',
    );
    const summer = instant('2026-07-15T19:31:00.000Z');
    expect(formatInstantWithZone(summer, 'America/New_York', dateTexts)).toBe(
      'July 15, 2026 3:31 PM EDT',
    );
  });

  it('a month heading shows the month and the year', () => {
    expect(formatMonth(isoDate('2026-11-15'), dateTexts)).toBe('November 2026');
  });

  it('a transaction time has the format h:mm a in the company’s time zone', () => {
    const at = instant('2026-11-15T19:31:00.000Z');
    expect(formatInstant(at, 'America/New_York', dateTexts)).toBe('November 15, 2026 2:31 PM');
    expect(formatInstant(at, 'America/Los_Angeles', dateTexts)).toBe('November 15, 2026 11:31 AM');
    expect(formatInstant(at, 'Asia/Tokyo', dateTexts)).toBe('November 16, 2026 4:31 AM');
  });

  it('the date and the time of an instant are available separately', () => {
    const at = instant('2026-07-01T04:05:00.000Z');
    expect(formatInstantDate(at, 'America/New_York', dateTexts)).toBe('July 1, 2026');
    expect(formatTime(at, 'America/New_York', dateTexts)).toBe('12:05 AM');
  });

  it('formatted times contain only ordinary spaces', () => {
    expect(formatTime(instant('2026-07-01T16:05:00.000Z'), 'America/New_York', dateTexts)).toMatch(
      /^[\x20-\x7e]+$/,
    );
  });
});

describe('Overdue (product §9)', () => {
  const dueDate = isoDate('2026-02-27');

  it.each([
    ['2026-02-28', 'Overdue for 1 day'],
    ['2026-03-01', 'Overdue for 2 days'],
    ['2026-03-15', 'Overdue for 16 days'],
    ['2027-02-27', 'Overdue for 365 days'],
  ])('the overdue text on %s is %s', (today, text) => {
    expect(formatOverdue({ dueDate, today: isoDate(today) }, dateTexts)).toBe(text);
  });

  it('an invoice is not overdue before its due date has passed', () => {
    expect(formatOverdue({ dueDate, today: dueDate }, dateTexts)).toBeNull();
    expect(formatOverdue({ dueDate, today: isoDate('2026-01-01') }, dateTexts)).toBeNull();
  });
});

describe('Percentages', () => {
  it.each([
    [290, '2.9'],
    [300, '3'],
    [115, '1.15'],
    [5, '0.05'],
    [0, '0'],
  ])('%d basis points are formatted as %s', (basisPoints, text) => {
    expect(formatPercentage(basisPoints)).toBe(text);
  });

  it('percentages show at most two decimals', () => {
    const texts = Array.from({ length: 401 }, (_, basisPoints) => formatPercentage(basisPoints));
    expect(texts.filter((text) => !/^\d(\.\d{1,2})?$/.test(text))).toEqual([]);
  });
});

describe('Labels of installments (product §4)', () => {
  it('installment labels run from First to Eleventh and end with Final', () => {
    const labels = Array.from({ length: 12 }, (_, index) =>
      formatOrdinal({ index: index + 1, count: 12 }, dateTexts),
    );
    expect(labels.join(' ')).toBe(
      'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Final',
    );
  });

  it('the last installment label is Final for every plan length', () => {
    expect(formatOrdinal({ index: 1, count: 2 }, dateTexts)).toBe('First');
    expect(formatOrdinal({ index: 2, count: 2 }, dateTexts)).toBe('Final');
  });

  it('a thirteenth installment has no label', () => {
    expect(() => formatOrdinal({ index: 13, count: 14 }, dateTexts)).toThrow(RangeError);
    expect(() => formatOrdinal({ index: 0, count: 2 }, dateTexts)).toThrow(RangeError);
  });
});

describe('Payment-method line (product §2)', () => {
  it('a payment-method line hides all but the last four digits', () => {
    expect(formatLast4('4242')).toBe('**** 4242');
  });
});

describe('Expiry of a card', () => {
  it('the expiry of a card is shown in the format printed on the card', () => {
    expect(formatExpiry('2027-04')).toBe('04/27');
  });
});
