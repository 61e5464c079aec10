/**
 * When an arrangement that cannot be charged ends (R37): a suspended schedule or plan, or a plan with only missed
 * installments left. Every such arrangement has an end date.
 */
import { addDays, compareDates, type IsoDate } from '@quittance/contract/dates';
import type { InstallmentStatus } from '@quittance/contract/vocabulary';
import { isUnpaid } from '../status/plan-status.ts';

export const GRACE_DAYS = 10;
export const REMIND_AFTER_DAYS = 3;

function later(left: IsoDate, right: IsoDate): IsoDate {
  return compareDates(left, right) >= 0 ? left : right;
}

export function remindOn(suspendedOn: IsoDate): IsoDate {
  return addDays(suspendedOn, REMIND_AFTER_DAYS);
}

export function suspendedScheduleEndsOn({
  chargeOn,
  suspendedOn,
}: {
  chargeOn: IsoDate;
  suspendedOn: IsoDate;
}): IsoDate {
  return addDays(later(chargeOn, suspendedOn), GRACE_DAYS);
}

export type PlanPart = { dueOn: IsoDate; status: InstallmentStatus; isMissed: boolean };

export type PlanQuestion = {
  parts: readonly PlanPart[];
  suspendedOn: IsoDate | null;
};

/**
 * Returns null while an installment is being charged or still will be. A suspended plan ends like a charged plan:
 * with its second lost installment, or ten days after its last date.
 */
export function planEndsOn({ parts, suspendedOn }: PlanQuestion): IsoDate | null {
  const unpaid = parts.filter(isUnpaid);
  const lastOn = parts
    .map(({ dueOn }) => dueOn)
    .toSorted(compareDates)
    .at(-1);
  if (!lastOn || unpaid.some(({ status }) => status === 'PENDING')) return null;
  if (suspendedOn === null) {
    return unpaid.every(({ isMissed }) => isMissed) ? addDays(lastOn, GRACE_DAYS) : null;
  }
  const lostOn = ({ dueOn, isMissed }: PlanPart): IsoDate =>
    isMissed ? dueOn : addDays(later(dueOn, suspendedOn), GRACE_DAYS);
  const [, secondLostOn] = unpaid.map(lostOn).toSorted(compareDates);
  return secondLostOn ?? addDays(later(lastOn, suspendedOn), GRACE_DAYS);
}
