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

type Asked = { from: string | null; to: string | null };

/** A year that is not offered is a range like any other. */
export function toChoice({ from, to }: Asked, years: readonly string[]): string {
  if (!from && !to) return LAST_12_MONTHS;
  return years.find((year) => from === `${year}-01-01` && to === `${year}-12-31`) ?? OTHER;
}

export function readDay(text: string | null): IsoDate | null {
  if (!text) return null;
  try {
    return isoDate(text);
  } catch {
    return null;
  }
}
