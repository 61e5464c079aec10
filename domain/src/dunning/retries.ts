/**
 * Decides whether and when a failed off-session charge is retried (R15). The decision uses the whole history of the
 * occurrence, so that declines, returns and outages in any order stay within all limits. The codes are in
 * declines.ts and return-codes.ts.
 */

import { addDays, type IsoDate } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import { invariant } from '../invariant.ts';
import { type DeclineClass, nextRetryOn } from './declines.ts';
import { canRepresent, REPRESENT_AFTER_DAYS } from './return-codes.ts';

export type FailedAttempt =
  | { kind: 'declined'; class: DeclineClass }
  | { kind: 'returned'; code: string }
  /** The processor was not reached, so no bank has declined the charge. */
  | { kind: 'notSent' };

export type Failures = {
  attempts: readonly FailedAttempt[];
  firstAttemptOn: IsoDate;
  failedOn: IsoDate;
};

export type NextStep = { kind: 'retry'; on: IsoDate } | { kind: 'giveUp' };

const GIVE_UP: NextStep = { kind: 'giveUp' };

function retryOn(on: IsoDate | null): NextStep {
  return on === null ? GIVE_UP : { kind: 'retry', on };
}

function representedOn(
  { attempts, firstAttemptOn, failedOn }: Failures,
  code: string,
): IsoDate | null {
  const representments = attempts.filter((each) => each.kind === 'returned').length - 1;
  const days = REPRESENT_AFTER_DAYS[representments];
  if (days === undefined) return null;
  const on = addDays(failedOn, days);
  return canRepresent({ code, representments, firstDebitOn: firstAttemptOn, today: on })
    ? on
    : null;
}

export function nextStep(failures: Failures): NextStep {
  const { attempts, failedOn } = failures;
  const last = attempts.at(-1);
  invariant(last, 'a failure has at least one attempt');
  switch (last.kind) {
    case 'notSent':
      return retryOn(failedOn);
    case 'returned':
      return retryOn(representedOn(failures, last.code));
    case 'declined': {
      const declines = attempts.filter((each) => each.kind === 'declined').length;
      return retryOn(nextRetryOn({ declineClass: last.class, failedOn, attempts: declines }));
    }
  }
}

const NOT_SENT_PAUSES_MS = [15, 30, 60].map((minutes) => minutes * MINUTE_MS);
const NOT_SENT_PAUSE_MS_MAX = 120 * MINUTE_MS;

/**
 * Returns the delay before a charge that did not reach its processor is attempted again on the same day, given the
 * number of such failures in a row. These failures count neither as a decline nor as a charge of the day.
 */
export function notSentPauseMs(inARow: number): number {
  return NOT_SENT_PAUSES_MS[inARow - 1] ?? NOT_SENT_PAUSE_MS_MAX;
}

const MISSED_INSTALLMENTS_MAX = 2;

export function isPlanDefaulted(missedCount: number): boolean {
  return missedCount >= MISSED_INSTALLMENTS_MAX;
}
