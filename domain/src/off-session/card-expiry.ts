/** A saved card can be charged through the last day of the month printed on it. */
import type { IsoDate } from '@quittance/contract/dates';

export type Expiry = { expiresMonth: number | null; expiresYear: number | null };

/** Bank accounts and cards without a known expiry date never expire here. */
export function isExpired({ expiresMonth, expiresYear }: Expiry, on: IsoDate): boolean {
  if (expiresMonth === null || expiresYear === null) return false;
  const lastMonth = `${expiresYear}-${String(expiresMonth).padStart(2, '0')}`;
  return on.slice(0, lastMonth.length) > lastMonth;
}
