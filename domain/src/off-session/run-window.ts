/**
 * Off-session charges are made from 10:00 to 16:00 in the company's time zone. Banks are open, customers are awake,
 * and daylight saving changes never fall into this window.
 */
import type { Instant } from '@quittance/contract/dates';
import { localTimeIn } from '@quittance/contract/local-time';

export const RUN_FROM_HOUR = 10;
export const RUN_UNTIL_HOUR = 16;

export function hourIn(timeZone: string, at: Instant): number {
  return Number(localTimeIn(timeZone, at).hour);
}

export function isWithinRunWindow({ timeZone, at }: { timeZone: string; at: Instant }): boolean {
  const hour = hourIn(timeZone, at);
  return hour >= RUN_FROM_HOUR && hour < RUN_UNTIL_HOUR;
}
