/**
 * When auto-pay charges an invoice, and when its owner is told beforehand (R14). Dates of the
 * company's calendar in, dates out; which invoices are open and who charges them is the server's part.
 */
import { addDays, compareDates, daysBetween, type IsoDate } from '@quittance/contract/dates';
import type { ChargeKind } from '@quittance/contract/vocabulary';

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

export type AutoPayQuestion = {
  kind: ChargeKind;
  dueOn: IsoDate;
  /** The day auto-pay was switched on. */
  sinceOn: IsoDate;
  today: IsoDate;
};

export type AutoPayDates = { noticeOn: IsoDate; chargeOn: IsoDate };

/**
 * On the due date; the day after switching on for what was past due by then; never in the past. Where
 * there is less time than a notice wants, it goes out today, and a bank debit waits for it to age.
 */
export function autoPayDates({ kind, dueOn, sinceOn, today }: AutoPayQuestion): AutoPayDates {
  const wasPastDue = compareDates(dueOn, sinceOn) < 0;
  const wantedOn = wasPastDue ? addDays(sinceOn, 1) : dueOn;
  const possibleOn = later(wantedOn, today);
  const toldOn = later(noticeOn({ kind, chargeOn: possibleOn }), today);
  const chargeOn = later(possibleOn, addDays(toldOn, NOTICE_AGE_DAYS_MIN[kind]));
  return { noticeOn: toldOn, chargeOn };
}

export function isNoticeOldEnough({
  kind,
  noticedOn,
  today,
}: {
  kind: ChargeKind;
  noticedOn: IsoDate;
  today: IsoDate;
}): boolean {
  return daysBetween({ from: noticedOn, to: today }) >= NOTICE_AGE_DAYS_MIN[kind];
}

/** The amount is not the one that was told: told again today, and charged when that has had its time. */
export function postponedOn({ kind, today }: { kind: ChargeKind; today: IsoDate }): IsoDate {
  return addDays(today, NOTICE_DAYS[kind]);
}

function later(left: IsoDate, right: IsoDate): IsoDate {
  return compareDates(left, right) >= 0 ? left : right;
}
