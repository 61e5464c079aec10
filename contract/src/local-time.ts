/**
 * Converts instants to local time without `Intl` if the zone's offsets are available. The first use of `Intl` loads
 * language tables, which blocks a phone for a quarter of a second (decision 0035).
 */

import { type Instant, type IsoDate, isoDate } from './dates.ts';
import { MINUTE_MS } from './durations.ts';

/** The zone's offset from UTC, from one instant up to but excluding another. */
export type UtcOffset = { from: Instant; until: Instant; minutes: number };

/** An IANA time zone name, with offsets if the server sent them. A company object is also a valid zone. */
export type Zone = string | { timeZone: string; utcOffsets: readonly UtcOffset[] };

type LocalTime = { year: string; month: string; day: string; hour: string; minute: string };

/** Cached because creating a format takes longer than a thousand uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function toFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format;
}

function localTimeByName(timeZone: string, at: Instant): LocalTime {
  const time: LocalTime = { year: '', month: '', day: '', hour: '', minute: '' };
  for (const { type, value } of toFormat(timeZone).formatToParts(new Date(at)))
    if (Object.hasOwn(time, type)) time[type as keyof LocalTime] = value; // because it is one of the five
  return time;
}

function localTimeByOffset({ minutes }: UtcOffset, at: Instant): LocalTime {
  const shifted = new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString();
  const [year = '', month = '', day = '', hour = '', minute = ''] = shifted.split(/[-T:]/);
  return { year, month, day, hour, minute };
}

function offsetAt(offsets: readonly UtcOffset[], at: Instant): UtcOffset | undefined {
  const time = Date.parse(at);
  return offsets.find(({ from, until }) => time >= Date.parse(from) && time < Date.parse(until));
}

export function localTimeIn(zone: Zone, at: Instant): LocalTime {
  if (typeof zone === 'string') return localTimeByName(zone, at);
  const offset = offsetAt(zone.utcOffsets, at);
  return offset ? localTimeByOffset(offset, at) : localTimeByName(zone.timeZone, at);
}

/** Returns the calendar date of an instant in a time zone, such as today's date for a company (R8). */
export function dateIn(zone: Zone, at: Instant): IsoDate {
  const { year, month, day } = localTimeIn(zone, at);
  return isoDate(`${year}-${month}-${day}`);
}
