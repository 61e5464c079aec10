/**
 * The retry dates of a declined off-session charge (R15). Each processor's adapter classifies its codes as hard or
 * soft. Returned bank debits are in return-codes.ts.
 */
import { addDays, type IsoDate } from '@quittance/contract/dates';
import { invariant } from '../invariant.ts';

export const DECLINE_CLASSES = ['hard', 'soft'] as const;
export type DeclineClass = (typeof DECLINE_CLASSES)[number];

/** Days from each failed attempt to its retry. With the first attempt, there are at most four. */
const RETRY_AFTER_DAYS = [1, 3, 5] as const;
export const ATTEMPTS_MAX = RETRY_AFTER_DAYS.length + 1;

export function nextRetryOn({
  declineClass,
  failedOn,
  attempts,
}: {
  declineClass: DeclineClass;
  failedOn: IsoDate;
  attempts: number;
}): IsoDate | null {
  invariant(Number.isInteger(attempts) && attempts >= 1, 'attempts are counted from one');
  const days = declineClass === 'soft' ? RETRY_AFTER_DAYS[attempts - 1] : undefined;
  return days === undefined ? null : addDays(failedOn, days);
}
