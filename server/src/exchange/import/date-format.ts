/** Reads dates as people and spreadsheets write them. */
import { FileRefused, quoted, type Readings } from './rows.ts';

export const DATE_ORDERS = ['DMY', 'MDY', 'YMD'] as const;
type DateOrder = (typeof DATE_ORDERS)[number];

/** Only midnight is dropped, because the day of another time depends on the time zone. */
const MIDNIGHT = /[T ](?:0?0:00(?::00(?:\.0+)?)?Z?|12:00(?::00)? AM)$/i;
const NUMBERS = /^(\d{1,4})([-./ ])(\d{1,2})\2(\d{1,4})\.?$/;
/** Eight digits. The years of the other reading are centuries away. */
const YEAR_LAST = /^([0-3]\d)()([0-3]\d)((?:19|20|21)\d\d)$/;
const YEAR_FIRST = /^((?:19|20|21)\d\d)()([01]\d)([0-3]\d)$/;
const DAY_FIRST = /^(\d{1,2})[-./ ]{0,2}(?:de )?(\p{L}{3,})[-./ ]{0,2}(?:de )?(\d{4}|\d{2})$/u;
const MONTH_FIRST = /^(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;

const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl'];
const MONTHS = 12;
const DAYS = 31;
const CENTURY = 100;
const YEARS = { min: 1900, max: 2199 };

const MONTH_NAMES = LANGUAGES.flatMap((language) => {
  const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: MONTHS }, (_, index) => ({
    month: String(index + 1),
    name: format(Date.UTC(YEARS.min, index)).toLowerCase(),
  }));
});

/** 'Nov', 'nov.', 'noviembre'. Undefined for letters with which several months begin. */
function readMonth(text: string): string | undefined {
  const found = MONTH_NAMES.filter(({ name }) => name.startsWith(text.toLowerCase()));
  const [month, other] = new Set(found.map((one) => one.month));
  return other === undefined ? month : undefined;
}

type DateParts = {
  year?: string | undefined;
  month?: string | undefined;
  day?: string | undefined;
};

const isShort = (year: string) => year.length === 2;

/** Whether the calendar has the day is checked later: a mistyped day must not decide the format. */
function toIso({ year = '', month = '', day = '' }: DateParts, yearFrom: number): string | null {
  if (!/^(?:\d{4}|\d{2})$/.test(year) || day.length > 2 || month.length > 2) return null;
  const isInRange = Number(month) >= 1 && Number(month) <= MONTHS && Number(day) >= 1;
  if (!isInRange || Number(day) > DAYS) return null;
  const before = (((Number(year) - yearFrom) % CENTURY) + CENTURY) % CENTURY;
  const full = isShort(year) ? yearFrom + before : Number(year);
  if (full < YEARS.min || full > YEARS.max) return null;
  return `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const sameIn = (parts: DateParts) => ({ DMY: parts, MDY: parts, YMD: parts });

/** 01.12.2026, 12/1/26 or 20261201. A year of four digits at the beginning is always followed by the month. */
function toNumbers(text: string): Readonly<Record<DateOrder, DateParts>> | null {
  const [, first, , second, third] =
    NUMBERS.exec(text) ?? YEAR_LAST.exec(text) ?? YEAR_FIRST.exec(text) ?? [];
  if (first === undefined) return null;
  const yearFirst = { year: first, month: second, day: third };
  if (first.length > 2) return sameIn(yearFirst);
  return {
    DMY: { day: first, month: second, year: third },
    MDY: { month: first, day: second, year: third },
    YMD: yearFirst,
  };
}

/** Dates with one meaning in every file. */
function toNamed(text: string): DateParts | null {
  const [, day, name, year] = DAY_FIRST.exec(text) ?? [];
  if (name !== undefined) return { day, month: readMonth(name), year };
  const [, american, ...rest] = MONTH_FIRST.exec(text) ?? [];
  return american === undefined
    ? null
    : { month: readMonth(american), day: rest[0], year: rest[1] };
}

/** Returns '2026-12-01' for each order of day, month and year that the text may have. */
export function dateReadings(given: string, yearFrom: number): Readings {
  const text = given
    .trim()
    .replace(MIDNIGHT, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([-./]) /g, '$1');
  const named = toNamed(text);
  const orders = named ? sameIn(named) : toNumbers(text);
  const readings: Record<string, string> = {};
  for (const order of orders ? DATE_ORDERS : []) {
    const date = toIso(orders?.[order] ?? {}, yearFrom);
    if (date !== null) readings[order] = date;
  }
  return readings;
}

type DateFormat = { order: DateOrder; isYearShort: boolean };

/** @throws FileRefused */
export function parseDateFormat(format: string): DateFormat {
  const parts = format.match(/YYYY|YY|MM|DD/g) ?? [];
  const order = DATE_ORDERS.find((one) => one === parts.map(([letter]) => letter).join(''));
  if (order) return { order, isYearShort: parts.some((part) => part === 'YY') };
  const known = 'such as MM/DD/YYYY, DD.MM.YY or YYYY-MM-DD';
  throw new FileRefused('dateFormat', `The date format ${quoted(format)} is not one ${known}.`);
}

/** 'DD.MM.YYYY' for a date such as 31.12.2026. */
export function formatDateOrder(order: string, text: string): string {
  const [, , separator = '', , last = ''] = NUMBERS.exec(text) ?? [];
  const year = isShort(last) && !/^\d{4}/.test(text) ? 'YY' : 'YYYY';
  const parts = { D: 'DD', M: 'MM', Y: year };
  return [...order].map((part) => parts[part as keyof typeof parts]).join(separator); // because an order has these letters
}

export const hasShortYear = (text: string) =>
  /^\d{1,2}[-./ ]+\d{1,2}[-./ ]+\d{1,2}\.?$|\p{L}[-./ ]*\d{2}$/u.test(text.trim());
