/**
 * When off-session charges may be made: 10:00 to 16:00 in the company's time zone. Banks are open,
 * customers are awake, and the window never contains a daylight saving change.
 */
import type { Instant } from '@quittance/contract/dates';

const RUN_FROM_HOUR = 10;
export const RUN_UNTIL_HOUR = 16;

const hourFormats = new Map<string, Intl.DateTimeFormat>();

/** The local hour in a time zone, 0 to 23. */
export function hourIn(timeZone: string, at: Instant): number {
  let format = hourFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' });
    hourFormats.set(timeZone, format);
  }
  return Number(format.format(new Date(at)));
}

export function isWithinRunWindow({ timeZone, at }: { timeZone: string; at: Instant }): boolean {
  const hour = hourIn(timeZone, at);
  return hour >= RUN_FROM_HOUR && hour < RUN_UNTIL_HOUR;
}
