/**
 * Converts between the calendar's local-midnight Date and IsoDate. IsoDate has no time zone (R8), so only
 * year, month and day are copied.
 */
import type { IsoDate } from '@quittance/contract/dates';

export function dayOf(date: IsoDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
}

export function dateOf(day: Date): IsoDate {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const parts = [pad(day.getFullYear(), 4), pad(day.getMonth() + 1, 2), pad(day.getDate(), 2)];
  return parts.join('-') as IsoDate; // because the parts come from a valid Date
}
