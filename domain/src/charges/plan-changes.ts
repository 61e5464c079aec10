/**
 * Applies a payer's change to the unpaid installments of a plan (ADR 0092): new dates, or fewer and larger
 * installments. The totals of principal and fee and the order of the installments stay the same. Pure.
 */
import { addDays, addMonthsFrom, compareDates, type IsoDate } from '@quittance/contract/dates';
import { addCents, type Cents } from '@quittance/contract/money';
import { splitPlan } from '../checkout/plan.ts';
import { invariant } from '../invariant.ts';

export type UnpaidInstallment = {
  index: number;
  dueOn: IsoDate;
  principalCents: Cents;
  feeCents: Cents;
  costCents: Cents;
};

export type PlanChange =
  | { kind: 'move'; index: number; date: IsoDate }
  | { kind: 'skip'; index: number }
  | { kind: 'day'; day: number }
  | { kind: 'shorten'; count: number }
  | { kind: 'pause'; months: number };

export type PlanChangeQuestion = {
  unpaid: readonly UnpaidInstallment[];
  change: PlanChange;
  dayOfMonth: number;
  today: IsoDate;
};

const toDay = (date: IsoDate) => Number(date.slice(8));

function onDay(date: IsoDate, day: number): IsoDate {
  // January has 31 days, so the anchor's day is never clamped.
  const january = addDays(addMonthsFrom(date, 1 - Number(date.slice(5, 7))), day - toDay(date));
  return addMonthsFrom(january, Number(date.slice(5, 7)) - 1);
}

/** A date at the end of a short month keeps the agreed day: February 28 is followed by March 31. */
function monthsLater(date: IsoDate, months: number, dayOfMonth: number): IsoDate {
  const later = addMonthsFrom(date, months);
  return onDay(date, dayOfMonth) === date ? onDay(later, dayOfMonth) : later;
}

/** Two dates in the same short month could both be clamped to its last day. */
function inOrder(installments: readonly UnpaidInstallment[]): UnpaidInstallment[] {
  let last: IsoDate | null = null;
  return installments.map((installment) => {
    const { dueOn } = installment;
    last = last && compareDates(dueOn, last) <= 0 ? addDays(last, 1) : dueOn;
    return { ...installment, dueOn: last };
  });
}

function shifted({ unpaid, dayOfMonth }: PlanChangeQuestion, months: number, from = 0) {
  return unpaid.map((each) =>
    each.index < from ? each : { ...each, dueOn: monthsLater(each.dueOn, months, dayOfMonth) },
  );
}

/** The dates stay in the same months, or all move by one month if the first would otherwise not be after today. */
function onOtherDay({ unpaid, today }: PlanChangeQuestion, day: number): UnpaidInstallment[] {
  const [first] = unpaid;
  if (!first) return [];
  const isPast = compareDates(onDay(first.dueOn, day), today) <= 0;
  // Months are counted from the first date, so a date that was moved into another month returns to its own month.
  const firstMonth = addMonthsFrom(onDay(first.dueOn, 1), isPast ? 1 : 0);
  return unpaid.map((each, position) => ({
    ...each,
    dueOn: onDay(addMonthsFrom(firstMonth, position), day),
  }));
}

function shortened({ unpaid }: PlanChangeQuestion, count: number): UnpaidInstallment[] {
  const parts = splitPlan({
    amountCents: addCents(...unpaid.map((each) => each.principalCents)),
    feeCents: addCents(...unpaid.map((each) => each.feeCents)),
    count,
  });
  return parts.map((part, position) => {
    const at = unpaid[position];
    invariant(at, 'a shorter plan has a date for each installment');
    return { index: at.index, dueOn: at.dueOn, ...part };
  });
}

export function changedInstallments(question: PlanChangeQuestion): UnpaidInstallment[] {
  const { unpaid, change } = question;
  switch (change.kind) {
    case 'move':
      return unpaid.map((each) =>
        each.index === change.index ? { ...each, dueOn: change.date } : each,
      );
    case 'skip':
      return inOrder(shifted(question, 1, change.index));
    case 'pause':
      return inOrder(shifted(question, change.months));
    case 'day':
      return onOtherDay(question, change.day);
    case 'shorten':
      return shortened(question, change.count);
  }
}
