/** The period of a statement, as given in the address and as shown in the choice. */
import type { IsoDate } from '@quittance/contract/dates';
import { isoDate } from '@quittance/contract/dates';

export type Period = { from: IsoDate; to: IsoDate };

/** Receipts and postings are retained for at least this many years (R54). */
const YEARS = 7;

export const LAST_12_MONTHS = 'last';
export const OTHER = 'other';

export function yearsUntil(today: IsoDate): string[] {
  const year = Number(today.slice(0, 4));
  return Array.from({ length: YEARS }, (_, index) => String(year - index));
}

export function toYear(year: string): Period {
  return { from: isoDate(`${year}-01-01`), to: isoDate(`${year}-12-31`) };
}

export function toChoice(query: { from: string | null; to: string | null }): string {
  const { from, to } = query;
  if (!from && !to) return LAST_12_MONTHS;
  const year = from?.slice(0, 4) ?? '';
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : OTHER;
}

export function readDay(text: string | null): IsoDate | null {
  if (!text) return null;
  try {
    return isoDate(text);
  } catch {
    return null;
  }
}
