/**
 * Formats amounts, dates and ordinals (product §9). Amounts look the same in every language (R50); the words in
 * dates come from the language's texts. `Intl` is used only when a time zone is needed, because its first use loads
 * tables that delay the first render on a phone (decision 0035).
 */
import type { Instant, IsoDate } from './dates.ts';
import { compareDates, daysBetween } from './dates.ts';
import { dateIn, localTimeIn, type Zone } from './local-time.ts';
import { type Cents, cents, centsToDecimal } from './money.ts';
import type { DateParts, DateTexts } from './texts/en/dates.ts';

/** '$1,234.50' */
export function formatMoney(amount: Cents): string {
  const decimal = centsToDecimal(cents(Math.abs(amount)));
  return `${amount < 0 ? '-' : ''}$${decimal.replace(/\B(?=(?:\d{3})+\.)/g, ',')}`;
}

/** '11,003' */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

function toParts(date: IsoDate, { months, weekdays }: DateTexts): DateParts {
  const midnight = new Date(`${date}T00:00:00Z`);
  return {
    year: midnight.getUTCFullYear(),
    month: months[midnight.getUTCMonth()] ?? '',
    day: midnight.getUTCDate(),
    weekday: weekdays[midnight.getUTCDay()] ?? '',
  };
}

/** 'November 15, 2026' */
export function formatDate(date: IsoDate, texts: DateTexts): string {
  return texts.date(toParts(date, texts));
}

/** 'Sun, November 15', for installments and scheduled payments. */
export function formatDayLabel(date: IsoDate, texts: DateTexts): string {
  return texts.dayLabel(toParts(date, texts));
}

/** 'November 2026' or 'Noviembre de 2026', for list headings. */
export function formatMonth(date: IsoDate, texts: DateTexts): string {
  const month = texts.month(toParts(date, texts));
  return month.charAt(0).toUpperCase() + month.slice(1);
}

/** 'Sunday', for the column headings of a calendar. */
export function formatWeekday(date: IsoDate, texts: DateTexts): string {
  return toParts(date, texts).weekday;
}

/** 'November 15, 2026 2:31 PM' in the company's time zone, for transactions. */
export function formatInstant(at: Instant, zone: Zone, texts: DateTexts): string {
  return texts.instant(formatInstantDate(at, zone, texts), formatTime(at, zone, texts));
}

/** 'November 15, 2026 2:31 PM EST', for receipts. */
export function formatInstantWithZone(at: Instant, timeZone: string, texts: DateTexts): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
  const zone = parts.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName');
  return `${formatInstant(at, timeZone, texts)} ${zone?.value ?? timeZone}`;
}

export function formatInstantDate(at: Instant, zone: Zone, texts: DateTexts): string {
  return formatDate(dateIn(zone, at), texts);
}

/** '2:31 PM' */
export function formatTime(at: Instant, zone: Zone, texts: DateTexts): string {
  const { hour, minute } = localTimeIn(zone, at);
  return texts.time({ hours: Number(hour), minute });
}

/** 'Overdue for 16 days', or null if the due date has not passed. */
export function formatOverdue(
  { dueDate, today }: { dueDate: IsoDate; today: IsoDate },
  texts: DateTexts,
): string | null {
  if (compareDates(today, dueDate) <= 0) return null;
  return texts.overdue(daysBetween({ from: dueDate, to: today }));
}

/** Basis points as a percentage: 290 → '2.9', 300 → '3', 115 → '1.15'. */
export function formatPercentage(basisPoints: number): string {
  return String(basisPoints / 100);
}

/** 'First' to 'Eleventh', and 'Final' for the last one (product §4). */
export function formatOrdinal(
  { index, count }: { index: number; count: number },
  { ordinals, final }: DateTexts,
): string {
  if (index === count) return final;
  const ordinal = ordinals[index - 1];
  if (!ordinal) throw new RangeError(`No ordinal for installment ${index} of ${count}`);
  return ordinal;
}

/** '**** 4242' */
export function formatLast4(last4: string): string {
  return `**** ${last4}`;
}

/** Returns '04/27' for '2027-04', as printed on a card. */
export function formatExpiry(month: string): string {
  return `${month.slice(5)}/${month.slice(2, 4)}`;
}
