/**
 * The days on which US banks settle: every weekday except Federal Reserve holidays. The holidays are computed from
 * rules, so there is no table to maintain.
 */
import { addDays, dayNumber, type IsoDate, isoDate } from '@quittance/contract/dates';

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** 0 is Sunday. Day 0 was a Thursday, and earlier dates have negative numbers. */
export function toWeekday(date: IsoDate): number {
  return (((dayNumber(date) + THURSDAY) % 7) + 7) % 7;
}

function toDay(year: number, month: number, day: number): IsoDate {
  const pad = (value: number) => String(value).padStart(2, '0');
  return isoDate(`${year}-${pad(month)}-${pad(day)}`);
}

type Nth = { year: number; month: number; weekday: number; nth: number };

function nthWeekday({ year, month, weekday, nth }: Nth): IsoDate {
  const first = toDay(year, month, 1);
  return addDays(first, ((weekday - toWeekday(first) + 7) % 7) + (nth - 1) * 7);
}

function lastMondayOfMay(year: number): IsoDate {
  const last = toDay(year, 5, 31);
  return addDays(last, -((toWeekday(last) - MONDAY + 7) % 7));
}

/** A holiday on a Sunday is observed on Monday. A holiday on a Saturday is not moved: banks are open on Friday. */
function kept(date: IsoDate): IsoDate {
  return toWeekday(date) === SUNDAY ? addDays(date, 1) : date;
}

const JUNETEENTH_SINCE = 2022;

function computeHolidays(year: number): ReadonlySet<IsoDate> {
  const monday = (month: number, nth: number) => nthWeekday({ year, month, weekday: MONDAY, nth });
  return new Set([
    kept(toDay(year, 1, 1)),
    monday(1, 3),
    monday(2, 3),
    lastMondayOfMay(year),
    ...(year >= JUNETEENTH_SINCE ? [kept(toDay(year, 6, 19))] : []),
    kept(toDay(year, 7, 4)),
    monday(9, 1),
    monday(10, 2),
    kept(toDay(year, 11, 11)),
    nthWeekday({ year, month: 11, weekday: THURSDAY, nth: 4 }),
    kept(toDay(year, 12, 25)),
  ]);
}

const computed = new Map<number, ReadonlySet<IsoDate>>();

export function toBankHolidays(year: number): ReadonlySet<IsoDate> {
  const known = computed.get(year) ?? computeHolidays(year);
  computed.set(year, known);
  return known;
}

export function isBankingDay(date: IsoDate): boolean {
  const weekday = toWeekday(date);
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  return !toBankHolidays(Number(date.slice(0, 4))).has(date);
}

export function addBankingDays(date: IsoDate, count: number): IsoDate {
  let day = date;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isBankingDay(day)) left -= 1;
  }
  return day;
}
