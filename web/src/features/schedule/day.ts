/**
 * Days of the calendar widget ↔ dates of the product. The widget thinks in local midnights; a date here
 * has no zone at all (R8), so it is taken apart and put together by its parts, never converted.
 */
import type { IsoDate } from '@quittance/contract/dates';

export function dayOf(date: IsoDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
}

export function dateOf(day: Date): IsoDate {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const parts = [pad(day.getFullYear(), 4), pad(day.getMonth() + 1, 2), pad(day.getDate(), 2)];
  return parts.join('-') as IsoDate; // because these are the parts of a day that exists
}
