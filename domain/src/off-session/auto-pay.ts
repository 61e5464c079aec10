/**
 * When auto-pay charges an invoice, and when its owner is told beforehand (R14). Dates of the
 * company's calendar in, dates out; which invoices are open and who charges them is the server's part.
 */
import { addDays, compareDates, type Instant, type IsoDate } from '@quittance/contract/dates';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { RUN_UNTIL_HOUR } from './run-window.ts';

/** How long before a charge without the payer its notice goes out, where there is that much time. */
export const NOTICE_DAYS = { card: 3, ach: 10 } as const satisfies Record<ChargeKind, number>;

/** How old a notice must be before auto-pay may charge: a bank debit waits for it, a card does not. */
export const NOTICE_AGE_DAYS_MIN = { card: 0, ach: 10 } as const satisfies Record<
  ChargeKind,
  number
>;

/** A scheduled payment or an installment is told of as long before as an automatic one. */
export function noticeOn({ kind, chargeOn }: { kind: ChargeKind; chargeOn: IsoDate }): IsoDate {
  return addDays(chargeOn, -NOTICE_DAYS[kind]);
}

/** The company's day, and the hour on its wall: a notice in the evening is not a day old at noon. */
export type Now = { today: IsoDate; hour: number };

export type AutoPayQuestion = Now & {
  kind: ChargeKind;
  dueOn: IsoDate;
  /** The day auto-pay was switched on. */
  sinceOn: IsoDate;
};

export type AutoPayDates = { noticeOn: IsoDate; chargeOn: IsoDate };

/**
 * On the due date; the day after switching on for what was past due by then; never in the past. Where
 * there is less time than a notice wants, it goes out today, and a bank debit waits for it to age.
 */
export function autoPayDates({ kind, dueOn, sinceOn, ...now }: AutoPayQuestion): AutoPayDates {
  const wasPastDue = compareDates(dueOn, sinceOn) < 0;
  const wantedOn = wasPastDue ? addDays(sinceOn, 1) : dueOn;
  const possibleOn = later(wantedOn, now.today);
  const toldOn = later(noticeOn({ kind, chargeOn: possibleOn }), now.today);
  const oldEnoughOn = toldOn === now.today ? oldEnoughAfter(kind, now) : possibleOn;
  return { noticeOn: toldOn, chargeOn: later(possibleOn, oldEnoughOn) };
}

/** Told so late in the day that the notice comes of age after the hours of charging. */
const LATE_HOUR = RUN_UNTIL_HOUR - 1;

function oldEnoughAfter(kind: ChargeKind, { today, hour }: Now): IsoDate {
  const days = NOTICE_AGE_DAYS_MIN[kind];
  return addDays(today, days > 0 && hour >= LATE_HOUR ? days + 1 : days);
}

const DAY_MS = 86_400_000;

/** Counted in whole days of 24 hours from the moment it was told. */
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

/** The amount is not the one that was told: told again now, and charged when that has had its time. */
export function postponedOn({ kind, ...now }: Now & { kind: ChargeKind }): IsoDate {
  return later(addDays(now.today, NOTICE_DAYS[kind]), oldEnoughAfter(kind, now));
}

function later(left: IsoDate, right: IsoDate): IsoDate {
  return compareDates(left, right) >= 0 ? left : right;
}
