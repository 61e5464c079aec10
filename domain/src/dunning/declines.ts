/**
 * When a declined charge that the company started is tried again (R15). Which codes of a processor
 * are hard or soft is known in its own folder; returned bank debits are in return-codes.ts.
 */
import { addDays, type IsoDate } from '@quittance/contract/dates';
import { invariant } from '../invariant.ts';

export const DECLINE_CLASSES = ['hard', 'soft'] as const;
export type DeclineClass = (typeof DECLINE_CLASSES)[number];

/** Days from each failed try to the next one: four tries in all. */
export const RETRY_AFTER_DAYS = [1, 3, 5] as const;
export const TRIES_MAX = RETRY_AFTER_DAYS.length + 1;

/** The day of the next try, or null when this failure was the last. */
export function nextTryOn({
  declineClass,
  failedOn,
  tries,
}: {
  declineClass: DeclineClass;
  failedOn: IsoDate;
  /** Tries made so far, the failed one included. */
  tries: number;
}): IsoDate | null {
  invariant(Number.isInteger(tries) && tries >= 1, 'a failure is of at least the first try');
  const days = declineClass === 'soft' ? RETRY_AFTER_DAYS[tries - 1] : undefined;
  return days === undefined ? null : addDays(failedOn, days);
}
