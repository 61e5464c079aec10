/**
 * When charges that nobody watches may be made: 10:00 to 16:00 on the company's own clock. Banks are
 * open, customers are awake, and the hour that daylight saving skips or repeats is never in it.
 */
import type { Instant } from '@quittance/contract/dates';

export const RUN_FROM_HOUR = 10;
export const RUN_UNTIL_HOUR = 16;

const hourFormats = new Map<string, Intl.DateTimeFormat>();

/** The hour on the wall in a named zone, 0 to 23. */
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
