/** The period of a statement, as the address has it and as the choice shows it. */
import type { IsoDate } from '@quittance/contract/dates';
import { isoDate } from '@quittance/contract/dates';

export type Period = { from: IsoDate; to: IsoDate };

/** As many as receipts and postings are kept for at least (R54). */
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

/** 'last', a year, or 'other'; `query` is the address, which names no days at first. */
export function toChoice(query: { from: string | null; to: string | null }): string {
  const { from, to } = query;
  if (!from && !to) return LAST_12_MONTHS;
  const year = from?.slice(0, 4) ?? '';
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : OTHER;
}

/** Null for text that is no day. */
export function readDay(text: string | null): IsoDate | null {
  if (!text) return null;
  try {
    return isoDate(text);
  } catch {
    return null;
  }
}
