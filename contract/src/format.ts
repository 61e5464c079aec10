/**
 * Formats amounts, dates and ordinals (product §9), in English. Uses Intl only where a time zone is needed:
 * its first use loads tables, which delays the first render on a phone (decision 0035).
 */
import type { Instant, IsoDate } from './dates.ts';
import { compareDates, daysBetween } from './dates.ts';
import { dateIn, localTimeIn, type Zone } from './local-time.ts';
import { type Cents, cents, centsToDecimal } from './money.ts';

/** '$1,234.50' */
export function formatMoney(amount: Cents): string {
  const decimal = centsToDecimal(cents(Math.abs(amount)));
  return `${amount < 0 ? '-' : ''}$${decimal.replace(/\B(?=(?:\d{3})+\.)/g, ',')}`;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

function partsOf(date: IsoDate): { year: number; month: string; day: number; weekday: string } {
  const midnight = new Date(`${date}T00:00:00Z`);
  return {
    year: midnight.getUTCFullYear(),
    month: MONTHS[midnight.getUTCMonth()] ?? '',
    day: midnight.getUTCDate(),
    weekday: WEEKDAYS[midnight.getUTCDay()] ?? '',
  };
}

/** 'November 15, 2026' */
export function formatDate(date: IsoDate): string {
  const { year, month, day } = partsOf(date);
  return `${month} ${day}, ${year}`;
}

/** 'Sun, November 15': installments and scheduled payments. */
export function formatDayLabel(date: IsoDate): string {
  const { weekday, month, day } = partsOf(date);
  return `${weekday.slice(0, 3)}, ${month} ${day}`;
}

/** 'November 2026': a heading of a list. */
export function formatMonth(date: IsoDate): string {
  const { year, month } = partsOf(date);
  return `${month} ${year}`;
}

/** 'Sunday': the columns of a calendar. */
export function formatWeekday(date: IsoDate): string {
  return partsOf(date).weekday;
}

/** 'November 15, 2026 2:31 PM' in the company's zone: transactions. */
export function formatInstant(at: Instant, zone: Zone): string {
  return `${formatInstantDate(at, zone)} ${formatTime(at, zone)}`;
}

/** 'November 15, 2026 2:31 PM EST': for receipts. */
export function formatInstantWithZone(at: Instant, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
  const zone = parts.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName');
  return `${formatInstant(at, timeZone)} ${zone?.value ?? timeZone}`;
}

export function formatInstantDate(at: Instant, zone: Zone): string {
  return formatDate(dateIn(zone, at));
}

/** '2:31 PM' */
export function formatTime(at: Instant, zone: Zone): string {
  const { hour, minute } = localTimeIn(zone, at);
  const hours = Number(hour);
  return `${hours % 12 || 12}:${minute} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** 'Overdue for 16 days', or null while the due date has not passed. */
export function formatOverdue({ dueDate, today }: { dueDate: IsoDate; today: IsoDate }) {
  if (compareDates(today, dueDate) <= 0) return null;
  const days = daysBetween({ from: dueDate, to: today });
  return `Overdue for ${days} ${days === 1 ? 'day' : 'days'}`;
}

/** Basis points as a percentage: 290 → '2.9', 300 → '3', 115 → '1.15'. */
export function formatPercentage(basisPoints: number): string {
  return String(basisPoints / 100);
}

const ORDINALS = [
  'First',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
  'Eleventh',
] as const;

/** 'First' … 'Eleventh', 'Final' for the last one (product §4). */
export function formatOrdinal({ index, count }: { index: number; count: number }): string {
  if (index === count) return 'Final';
  const ordinal = ORDINALS[index - 1];
  if (!ordinal) throw new RangeError(`No ordinal for installment ${index} of ${count}`);
  return ordinal;
}

/** '**** 4242' */
export function formatLast4(last4: string): string {
  return `**** ${last4}`;
}

/** '2027-04' as it is printed on a card: '04/27'. */
export function formatExpiry(month: string): string {
  return `${month.slice(5)}/${month.slice(2, 4)}`;
}
