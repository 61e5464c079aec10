/**
 * How much may be charged at once without the payer: on any day, and on the day after a long outage
 * when everything is due together. Pure; the counts come from the attempts already written.
 */
import { compareDates, type IsoDate } from '@quittance/contract/dates';

/** A hard stop against a loop gone wild: no customer is charged more often than this in a day. */
export const MERCHANT_CHARGES_PER_DAY_MAX = 3;

/** Installments that were missed come one a day, oldest first, and not as one large sum. */
export const LATE_INSTALLMENTS_PER_DAY_MAX = 1;

/** What the company has charged a customer on its own today. */
export type ChargedToday = { all: number; lateInstallments: number };

export type DueCharge = { isInstallment: boolean; occurrenceOn: IsoDate; today: IsoDate };

export function isLateInstallment({ isInstallment, occurrenceOn, today }: DueCharge): boolean {
  return isInstallment && compareDates(occurrenceOn, today) < 0;
}

export function mayChargeToday(due: DueCharge, charged: ChargedToday): boolean {
  if (charged.all >= MERCHANT_CHARGES_PER_DAY_MAX) return false;
  return !isLateInstallment(due) || charged.lateInstallments < LATE_INSTALLMENTS_PER_DAY_MAX;
}

/** Oldest first; on one day in the order they were agreed on. */
export function oldestFirst<Item extends { dueOn: IsoDate; occurrenceOn: IsoDate }>(
  items: readonly Item[],
): Item[] {
  return items.toSorted(
    (left, right) =>
      compareDates(left.dueOn, right.dueOn) || compareDates(left.occurrenceOn, right.occurrenceOn),
  );
}
