/** A saved card can be charged through the last day of its expiry month. */
import type { IsoDate } from '@quittance/contract/dates';

export type Expiry = { expiresMonth: number | null; expiresYear: number | null };

/** Bank accounts and cards without a known expiry date are treated as never expiring. */
export function isExpired({ expiresMonth, expiresYear }: Expiry, on: IsoDate): boolean {
  if (expiresMonth === null || expiresYear === null) return false;
  const lastMonth = `${expiresYear}-${String(expiresMonth).padStart(2, '0')}`;
  return on.slice(0, lastMonth.length) > lastMonth;
}
