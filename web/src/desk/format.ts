/** How the console writes dates and amounts: short, because its tables are dense. */

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

/** 'Nov 15, 2026' */
export const formatDay = (date: IsoDate): string => format.formatDate(date, SHORT);

/** 'Nov 15, 2026 2:31 PM', on the company's clock. */
const formatMoment = (at: Instant, zone: string): string => format.formatInstant(at, zone, SHORT);

/** The moments of a company: instants become days and times on its clock. */
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

/** For what is offered first; the server decides by its own clock. */
function todayIn(zone: string): IsoDate {
  return dateIn(zone, instant(new Date(browserClock.nowMs()).toISOString()));
}

/** How far the zone is ahead of UTC at an instant, in minutes. */
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

/** The first instant of a day on the company's clock. */
export function startOfDay(date: IsoDate, zone: string): Instant {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const guess = new Date(midnight - offsetAt(zone, new Date(midnight)) * MINUTE_MS);
  // Across a change of the clock, the first guess is an hour off.
  const start = new Date(midnight - offsetAt(zone, guess) * MINUTE_MS);
  return instant(start.toISOString());
}

/** The date of a typed or stored text; null while it is none. */
export function parseDate(text: string): IsoDate | null {
  try {
    return isoDate(text);
  } catch {
    return null;
  }
}

/** '1234.50', for a field of a form and a spreadsheet. */
export function toDecimal(amount: Cents): string {
  const decimal = centsToDecimal(cents(Math.abs(amount)));
  return amount < 0 ? `-${decimal}` : decimal;
}

/** A typed amount; null while it is none, or not above zero. */
export function parseAmount(text: string): Cents | null {
  const amount = dollarsToCents(text);
  return amount !== null && amount > 0 ? amount : null;
}
