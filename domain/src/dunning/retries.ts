/**
 * What follows a failed charge that the company started (R15): another try on a day, or the end. The
 * whole history of one occurrence decides, so that declines, returns and outages in any mixture stay
 * within every limit. Pure; the codes themselves are in declines.ts and return-codes.ts.
 */
import { addDays, type IsoDate } from '@quittance/contract/dates';
import { invariant } from '../invariant.ts';
import { type DeclineClass, nextTryOn } from './declines.ts';
import { canRepresent, REPRESENT_AFTER_DAYS } from './return-codes.ts';

export type FailedAttempt =
  | { kind: 'declined'; class: DeclineClass }
  | { kind: 'returned'; code: string }
  /** The processor was not reached: nobody has judged the charge. */
  | { kind: 'notSent' };

export type Failures = {
  /** Every failed try of the occurrence, oldest first; the last one has just failed. */
  tries: readonly FailedAttempt[];
  /** When the money was first asked for. */
  firstTriedOn: IsoDate;
  failedOn: IsoDate;
};

export type NextStep = { kind: 'tryAgain'; on: IsoDate } | { kind: 'giveUp' };

const GIVE_UP: NextStep = { kind: 'giveUp' };

function tryAgain(on: IsoDate | null): NextStep {
  return on === null ? GIVE_UP : { kind: 'tryAgain', on };
}

function representedOn({ tries, firstTriedOn, failedOn }: Failures, code: string): IsoDate | null {
  const representments = tries.filter((each) => each.kind === 'returned').length - 1;
  const days = REPRESENT_AFTER_DAYS[representments];
  if (days === undefined) return null;
  const on = addDays(failedOn, days);
  return canRepresent({ code, representments, firstDebitOn: firstTriedOn, today: on }) ? on : null;
}

export function nextStep(failures: Failures): NextStep {
  const { tries, failedOn } = failures;
  const last = tries.at(-1);
  invariant(last, 'a failure is of at least one try');
  switch (last.kind) {
    case 'notSent':
      return tryAgain(addDays(failedOn, 1));
    case 'returned':
      return tryAgain(representedOn(failures, last.code));
    case 'declined': {
      const declines = tries.filter((each) => each.kind === 'declined').length;
      return tryAgain(nextTryOn({ declineClass: last.class, failedOn, tries: declines }));
    }
  }
}

/** A plan ends when this many of its installments were given up. */
export const MISSED_INSTALLMENTS_MAX = 2;

export function isPlanDefaulted(missedCount: number): boolean {
  return missedCount >= MISSED_INSTALLMENTS_MAX;
}
