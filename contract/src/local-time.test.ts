import { describe, expect, it } from 'vitest';
import { instantSchema } from './dates.ts';
import { formatInstant } from './format.ts';
import { localTimeIn, type UtcOffset } from './local-time.ts';
import { dateTexts } from './texts/en/dates.ts';

const instant = (text: string) => instantSchema.parse(text);
const offset = (from: string, until: string, minutes: number): UtcOffset => ({
  from: instant(from),
  until: instant(until),
  minutes,
});

const NEW_YORK = {
  timeZone: 'America/New_York',
  utcOffsets: [
    offset('2026-01-01T00:00:00.000Z', '2026-03-08T07:00:00.000Z', -300),
    offset('2026-03-08T07:00:00.000Z', '2026-11-01T06:00:00.000Z', -240),
    offset('2026-11-01T06:00:00.000Z', '2027-01-01T00:00:00.000Z', -300),
  ],
};

describe('The clock of a company (R8)', () => {
  it.each([
    ['2026-03-08T06:59:00.000Z', 'March 8, 2026 1:59 AM'],
    ['2026-03-08T07:00:00.000Z', 'March 8, 2026 3:00 AM'],
    ['2026-07-01T03:59:59.999Z', 'June 30, 2026 11:59 PM'],
    ['2026-07-01T04:00:00.000Z', 'July 1, 2026 12:00 AM'],
    ['2026-11-01T05:59:00.000Z', 'November 1, 2026 1:59 AM'],
    ['2026-11-01T06:00:00.000Z', 'November 1, 2026 1:00 AM'],
    ['2026-11-15T17:05:00.000Z', 'November 15, 2026 12:05 PM'],
  ])('the instant %s is shown as %s, with or without the known offsets', (at, text) => {
    expect(formatInstant(instant(at), NEW_YORK, dateTexts)).toBe(text);
    expect(formatInstant(instant(at), NEW_YORK.timeZone, dateTexts)).toBe(text);
  });

  it.each(['2025-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'])(
    'the time zone name determines the local time at %s, outside the known offsets',
    (at) => {
      expect(localTimeIn({ ...NEW_YORK, timeZone: 'UTC' }, instant(at))).toEqual(
        localTimeIn('UTC', instant(at)),
      );
    },
  );

  it('the local date in a zone ahead of UTC can be the next day', () => {
    const utcOffsets = [offset('2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', 345)];
    const kathmandu = { timeZone: 'Asia/Kathmandu', utcOffsets };
    const at = instant('2026-06-30T18:20:00.000Z');
    expect(formatInstant(at, kathmandu, dateTexts)).toBe('July 1, 2026 12:05 AM');
    expect(formatInstant(at, 'Asia/Kathmandu', dateTexts)).toBe('July 1, 2026 12:05 AM');
  });
});
