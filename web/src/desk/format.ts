/** Date and amount formats of the console. They are short, because its tables are dense. */

import { type Instant, type IsoDate, instant, isoDate } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import * as format from '@quittance/contract/format';
import { dateIn, localTimeIn } from '@quittance/contract/local-time';
import { type Cents, cents, centsToDecimal, dollarsToCents } from '@quittance/contract/money';
import { useMemo } from 'react';
import { dateTexts } from '#texts/shared/dates';
import { browserClock } from '../shared/lib/clock.ts';
import { useSession } from './api/session-context.ts';

const SHORT = {
  ...dateTexts,
  date: ({ year, month, day }: { year: number; month: string; day: number }) =>
    `${month.slice(0, 3)} ${day}, ${year}`,
};

export const { formatMoney } = format;

export const formatDay = (date: IsoDate): string => format.formatDate(date, SHORT);

const formatMoment = (at: Instant, zone: string): string => format.formatInstant(at, zone, SHORT);

export function useMoments() {
  const { timeZone } = useSession().company;
  return useMemo(
    () => ({
      zone: timeZone,
      moment: (at: Instant) => formatMoment(at, timeZone),
      day: (at: Instant) => formatDay(dateIn(timeZone, at)),
      today: () => todayIn(timeZone),
    }),
    [timeZone],
  );
}

export type Moments = ReturnType<typeof useMoments>;

/** Used for default values. The server decides by its own clock. */
function todayIn(zone: string): IsoDate {
  return dateIn(zone, instant(new Date(browserClock.nowMs()).toISOString()));
}

/** Returns the UTC offset of the zone at an instant, in minutes. */
function offsetAt(zone: string, at: Date): number {
  const local = localTimeIn(zone, instant(at.toISOString()));
  const asUtc = Date.UTC(
    Number(local.year),
    Number(local.month) - 1,
    Number(local.day),
    Number(local.hour),
    Number(local.minute),
  );
  return Math.round((asUtc - at.getTime()) / MINUTE_MS);
}

export function startOfDay(date: IsoDate, zone: string): Instant {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const guess = new Date(midnight - offsetAt(zone, new Date(midnight)) * MINUTE_MS);
  // Across a clock change, the first guess is off by an hour.
  const start = new Date(midnight - offsetAt(zone, guess) * MINUTE_MS);
  return instant(start.toISOString());
}

export function parseDate(text: string): IsoDate | null {
  try {
    return isoDate(text);
  } catch {
    return null;
  }
}

export function toDecimal(amount: Cents): string {
  const decimal = centsToDecimal(cents(Math.abs(amount)));
  return amount < 0 ? `-${decimal}` : decimal;
}

/** Returns a typed amount, or null if it is not an amount above zero. */
export function parseAmount(text: string): Cents | null {
  const amount = dollarsToCents(text);
  return amount !== null && amount > 0 ? amount : null;
}
