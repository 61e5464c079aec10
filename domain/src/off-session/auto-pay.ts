/** The dates of auto-pay charges and of their notices (R14), in the company's calendar. */

import { addDays, compareDates, type Instant, type IsoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { RUN_UNTIL_HOUR } from './run-window.ts';

/** Days between the notice and the off-session charge, if there is enough time. */
export const NOTICE_DAYS = { card: 3, ach: 10 } as const satisfies Record<ChargeKind, number>;

/** The minimum age of a notice before auto-pay may charge. Only a bank debit has to wait. */
const NOTICE_AGE_DAYS_MIN = { card: 0, ach: 10 } as const satisfies Record<ChargeKind, number>;

/** Something that had settled the invoice was taken back: its payer needs the whole notice period (R103). */
type ChargedInvoice = { kind: ChargeKind; isReopened: boolean };

const minimumAgeDays = ({ kind, isReopened }: ChargedInvoice): number =>
  (isReopened ? NOTICE_DAYS : NOTICE_AGE_DAYS_MIN)[kind];

/** Scheduled payments and installments have the same notice period as auto-pay. */
export function noticeOn({ kind, chargeOn }: { kind: ChargeKind; chargeOn: IsoDate }): IsoDate {
  return addDays(chargeOn, -NOTICE_DAYS[kind]);
}

/**
 * The company's local date and hour. The hour matters because a notice sent in the evening is not a full day old at
 * noon.
 */
export type Now = { today: IsoDate; hour: number };

export type AutoPayQuestion = Now &
  ChargedInvoice & {
    dueOn: IsoDate;
    sinceOn: IsoDate;
  };

export type AutoPayDates = { noticeOn: IsoDate; chargeOn: IsoDate };

/**
 * Auto-pay charges on the due date or, if the invoice is already past due, on the day after auto-pay was turned on,
 * but never in the past. If there is too little time for the notice, it is sent today, and a bank debit waits until
 * the notice is old enough.
 */
export function autoPayDates({ dueOn, sinceOn, ...charged }: AutoPayQuestion): AutoPayDates {
  const { kind, today } = charged;
  const wasPastDue = compareDates(dueOn, sinceOn) < 0;
  const wantedOn = wasPastDue ? addDays(sinceOn, 1) : dueOn;
  const possibleOn = later(wantedOn, today);
  const noticedOn = later(noticeOn({ kind, chargeOn: possibleOn }), today);
  // Only a notice sent today can delay the charge. A later notice has its full notice period.
  return { noticeOn: noticedOn, chargeOn: later(possibleOn, oldEnoughAfter(charged)) };
}

/** A notice sent at this hour or later is old enough only after the run window of its last day. */
const LATE_HOUR = RUN_UNTIL_HOUR - 1;

function oldEnoughAfter({ today, hour, ...charged }: Now & ChargedInvoice): IsoDate {
  const days = minimumAgeDays(charged);
  return addDays(today, days > 0 && hour >= LATE_HOUR ? days + 1 : days);
}

export function earliestAutoPay(charged: Now & ChargedInvoice): IsoDate {
  return oldEnoughAfter(charged);
}

/** Age is counted in 24-hour days from the moment the notice was sent. */
export function isNoticeOldEnough({
  noticedAt,
  now,
  ...charged
}: ChargedInvoice & { noticedAt: Instant; now: Instant }): boolean {
  return Date.parse(now) - Date.parse(noticedAt) >= minimumAgeDays(charged) * DAY_MS;
}

/** `isReopened` matters for auto-pay only. */
export function postponedOn({
  isReopened = false,
  ...postponed
}: Now & { kind: ChargeKind; isReopened?: boolean }): IsoDate {
  const { kind, today } = postponed;
  return later(addDays(today, NOTICE_DAYS[kind]), oldEnoughAfter({ ...postponed, isReopened }));
}

function later(left: IsoDate, right: IsoDate): IsoDate {
  return compareDates(left, right) >= 0 ? left : right;
}
