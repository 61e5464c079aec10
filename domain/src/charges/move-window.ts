/**
 * The dates to which a payer may move an agreed charge (ADR 0092): from tomorrow until a number of days after the
 * originally agreed date, so that moving it again does not extend the window. All dates are in the company's
 * calendar.
 */

import type { ChargeRules } from '@quittance/contract/companies/charge-rules';
import { addDays, compareDates, type IsoDate } from '@quittance/contract/dates';
import type { ScheduleWindow } from '../checkout/schedule.ts';

export type MoveQuestion = {
  today: IsoDate;
  chargeOn: IsoDate;
  /** The originally agreed date; null if the charge was never moved. */
  movedFromOn: IsoDate | null;
  rules: Pick<ChargeRules, 'maxMoveDays'>;
  /** The new date must stay between the previous and the next installment. */
  after?: IsoDate | null;
  before?: IsoDate | null;
  /** The last date for which a payment may be scheduled (R9). */
  latest?: IsoDate;
  /** Auto-pay charges on the due date or later, as its mandate states. */
  isLaterOnly?: boolean;
};

const latestDate = (...dates: IsoDate[]) => dates.toSorted(compareDates).at(-1);
const earliestDate = (...dates: IsoDate[]) => dates.toSorted(compareDates)[0];

export function moveWindow(question: MoveQuestion): ScheduleWindow | null {
  const { today, chargeOn, movedFromOn, rules, after, before, latest: last } = question;
  if (rules.maxMoveDays === 0) return null;
  const earliest = latestDate(
    addDays(today, 1),
    ...(after ? [addDays(after, 1)] : []),
    ...(question.isLaterOnly ? [movedFromOn ?? chargeOn] : []),
  );
  const latest = earliestDate(
    addDays(movedFromOn ?? chargeOn, rules.maxMoveDays),
    ...(before ? [addDays(before, -1)] : []),
    ...(last ? [last] : []),
  );
  if (!earliest || !latest || compareDates(earliest, latest) > 0) return null;
  return { earliest, latest };
}
