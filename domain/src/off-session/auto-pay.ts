/**
 * When auto-pay charges an invoice, and when it sends the notice (R14). All dates are in the company's
 * calendar.
 */

import { addDays, compareDates, type Instant, type IsoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { RUN_UNTIL_HOUR } from './run-window.ts';

/** How long before an off-session charge its notice is sent, if there is enough time. */
export const NOTICE_DAYS = { card: 3, ach: 10 } as const satisfies Record<ChargeKind, number>;

/** How old a notice must be before auto-pay may charge: only a bank debit waits. */
const NOTICE_AGE_DAYS_MIN = { card: 0, ach: 10 } as const satisfies Record<ChargeKind, number>;

/** Scheduled payments and installments have the same notice period as auto-pay. */
export function noticeOn({ kind, chargeOn }: { kind: ChargeKind; chargeOn: IsoDate }): IsoDate {
  return addDays(chargeOn, -NOTICE_DAYS[kind]);
}

/** The company's local date and hour: a notice sent in the evening is not a day old at noon. */
export type Now = { today: IsoDate; hour: number };

export type AutoPayQuestion = Now & {
  kind: ChargeKind;
  dueOn: IsoDate;
  /** The day auto-pay was switched on. */
  sinceOn: IsoDate;
};

export type AutoPayDates = { noticeOn: IsoDate; chargeOn: IsoDate };

/**
 * On the due date; for an invoice already past due, the day after auto-pay was switched on; never in the
 * past. With too little time for the notice, it is sent today and a bank debit waits until it is old
 * enough.
 */
export function autoPayDates({ kind, dueOn, sinceOn, ...now }: AutoPayQuestion): AutoPayDates {
  const wasPastDue = compareDates(dueOn, sinceOn) < 0;
  const wantedOn = wasPastDue ? addDays(sinceOn, 1) : dueOn;
  const possibleOn = later(wantedOn, now.today);
  const noticedOn = later(noticeOn({ kind, chargeOn: possibleOn }), now.today);
  // Only a notice of today can delay the charge: a later one has its whole notice period before it.
  return { noticeOn: noticedOn, chargeOn: later(possibleOn, oldEnoughAfter(kind, now)) };
}

/** A notice sent from this hour on is old enough only after the run window of its last day. */
const LATE_HOUR = RUN_UNTIL_HOUR - 1;

function oldEnoughAfter(kind: ChargeKind, { today, hour }: Now): IsoDate {
  const days = NOTICE_AGE_DAYS_MIN[kind];
  return addDays(today, days > 0 && hour >= LATE_HOUR ? days + 1 : days);
}

/** The first day on which auto-pay can charge an invoice whose notice is sent today. */
export function earliestAutoPay(kind: ChargeKind, now: Now): IsoDate {
  return oldEnoughAfter(kind, now);
}

/** Counted in days of 24 hours from the moment of the notice. */
export function isNoticeOldEnough({
  kind,
  noticedAt,
  now,
}: {
  kind: ChargeKind;
  noticedAt: Instant;
  now: Instant;
}): boolean {
  return Date.parse(now) - Date.parse(noticedAt) >= NOTICE_AGE_DAYS_MIN[kind] * DAY_MS;
}

/** The new charge date after a notice with a changed amount. */
export function postponedOn({ kind, ...now }: Now & { kind: ChargeKind }): IsoDate {
  return later(addDays(now.today, NOTICE_DAYS[kind]), oldEnoughAfter(kind, now));
}

function later(left: IsoDate, right: IsoDate): IsoDate {
  return compareDates(left, right) >= 0 ? left : right;
}
