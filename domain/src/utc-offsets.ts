/**
 * The UTC offsets of a time zone in the years around a date. With them, a browser can show times without time zone
 * tables.
 */

import { addDays, type Instant, type IsoDate, instantSchema } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import { localTimeIn, type UtcOffset } from '@quittance/contract/local-time';

const DAYS_BEFORE = 3 * 365;
const DAYS_AFTER = 365;
/** Safe because no zone changes its clock twice within a week. */
const STEP_MS = 7 * 86_400_000;

const instantAt = (time: number): Instant => instantSchema.parse(new Date(time).toISOString());

/** All zones have had whole-minute offsets since 1972. */
function minutesAt(timeZone: string, time: number): number {
  const { year, month, day, hour, minute } = localTimeIn(timeZone, instantAt(time));
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00.000Z`);
  return Math.floor(local / MINUTE_MS) - Math.floor(time / MINUTE_MS);
}

/** Returns the first minute whose offset differs from that at `before`. The offset at `after` must differ. */
function changeBetween(timeZone: string, before: number, after: number): number {
  const minutes = minutesAt(timeZone, before);
  let [same, other] = [before, after];
  while (other - same > MINUTE_MS) {
    const middle = same + Math.floor((other - same) / MINUTE_MS / 2) * MINUTE_MS;
    if (minutesAt(timeZone, middle) === minutes) same = middle;
    else other = middle;
  }
  return other;
}

function computeOffsets(timeZone: string, today: IsoDate): UtcOffset[] {
  const end = Date.parse(addDays(today, DAYS_AFTER));
  let from = Date.parse(addDays(today, -DAYS_BEFORE));
  let minutes = minutesAt(timeZone, from);
  const offsets: UtcOffset[] = [];
  const close = (until: number) =>
    offsets.push({ from: instantAt(from), until: instantAt(until), minutes });
  for (let start = from; start < end; start += STEP_MS) {
    const stop = Math.min(start + STEP_MS, end);
    const next = minutesAt(timeZone, stop);
    if (next === minutes) continue;
    const change = changeBetween(timeZone, start, stop);
    close(change);
    [from, minutes] = [change, next];
  }
  close(end);
  return offsets;
}

type CachedOffsets = { today: IsoDate; offsets: UtcOffset[] };

const computed = new Map<string, CachedOffsets>();

/** Cached for a day per zone, because the computation takes several milliseconds. */
export function toUtcOffsets(timeZone: string, today: IsoDate): UtcOffset[] {
  const known = computed.get(timeZone);
  if (known?.today === today) return known.offsets;
  const offsets = computeOffsets(timeZone, today);
  computed.set(timeZone, { today, offsets });
  return offsets;
}
