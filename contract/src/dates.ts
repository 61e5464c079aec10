/**
 * Calendar dates and instants (R8). A due date is a date in the company's calendar, not an instant, so it is
 * the same in every time zone. All arithmetic here is calendar arithmetic.
 */

import { z } from 'zod';
import { DAY_MS } from './durations.ts';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

export const isoDateSchema = z
  .string()
  .regex(ISO_DATE, { abort: true })
  .refine((text) => isRealDate(text), 'Not a date of the calendar')
  .brand<'IsoDate'>();
/** '2026-01-31' */
export type IsoDate = z.infer<typeof isoDateSchema>;

export const instantSchema = z.iso.datetime().brand<'Instant'>();
/** '2026-01-31T09:30:00.000Z' */
export type Instant = z.infer<typeof instantSchema>;

type CalendarDay = { year: number; month: number; day: number };

function parts(text: string): CalendarDay {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Earlier years are typos, and `Date` maps the years 0 to 99 to 1900 to 1999. */
const YEAR_MIN = 1900;

function isRealDate(text: string): boolean {
  const { year, month, day } = parts(text);
  if (year < YEAR_MIN) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function toText({ year, month, day }: CalendarDay): IsoDate {
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  return isoDate(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`);
}

export function dayNumber(date: IsoDate): number {
  const { year, month, day } = parts(date);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** Does not use the schema, so that pages that only count days do not load zod. */
export function isoDate(text: string): IsoDate {
  if (!ISO_DATE.test(text) || !isRealDate(text)) throw new RangeError(`Not a date: ${text}`);
  return text as IsoDate; // because both rules of the schema have just been checked
}

const ISO_INSTANT = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** Does not use the schema, like `isoDate`. */
export function instant(text: string): Instant {
  const [, date] = ISO_INSTANT.exec(text) ?? [];
  // `Date` moves a nonexistent day into the next month.
  if (date === undefined || new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) !== date)
    throw new RangeError(`Not an instant: ${text}`);
  return text as Instant; // because all rules of the schema have just been checked
}

/** Throws for an invalid date. Reading rows converts many times, so the text is not checked again. */
export function toInstant(date: Date): Instant {
  return date.toISOString() as Instant; // because this is the format of an instant
}

export function addDays(date: IsoDate, count: number): IsoDate {
  const moved = new Date((dayNumber(date) + count) * DAY_MS);
  return isoDate(moved.toISOString().slice(0, 10));
}

/**
 * Counts from the original anchor and clamps to the end of the month: January 31, February 28, March 31 (R7).
 * Adding month by month would lose the 31st.
 */
export function addMonthsFrom(anchor: IsoDate, count: number): IsoDate {
  const { year, month, day } = parts(anchor);
  const months = year * 12 + (month - 1) + count;
  const target = { year: Math.floor(months / 12), month: (months % 12) + 1 };
  return toText({ ...target, day: Math.min(day, daysInMonth(target.year, target.month)) });
}

export function daysBetween({ from, to }: { from: IsoDate; to: IsoDate }): number {
  return dayNumber(to) - dayNumber(from);
}

/** ISO dates sort correctly as text. */
export function compareDates(left: IsoDate, right: IsoDate): -1 | 0 | 1 {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
