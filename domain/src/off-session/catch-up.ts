/**
 * Limits on off-session charges per day, on ordinary days and after a long outage, when everything is due at once.
 * The counts come from the stored attempts.
 */
import { compareDates, type IsoDate } from '@quittance/contract/dates';

/** Off-session charges per customer and day: a hard limit against runaway loops. */
const MERCHANT_CHARGES_PER_DAY_MAX = 3;

/** Late installments are charged one per day, oldest first, instead of as one large sum. */
const LATE_INSTALLMENTS_PER_DAY_MAX = 1;

export type ChargedToday = { all: number; lateInstallments: number };

export type DueCharge = { isInstallment: boolean; occurrenceOn: IsoDate; today: IsoDate };

export function isLateInstallment({ isInstallment, occurrenceOn, today }: DueCharge): boolean {
  return isInstallment && compareDates(occurrenceOn, today) < 0;
}

export function mayChargeToday(due: DueCharge, charged: ChargedToday): boolean {
  if (charged.all >= MERCHANT_CHARGES_PER_DAY_MAX) return false;
  return !isLateInstallment(due) || charged.lateInstallments < LATE_INSTALLMENTS_PER_DAY_MAX;
}

export function oldestFirst<Item extends { dueOn: IsoDate; occurrenceOn: IsoDate }>(
  items: readonly Item[],
): Item[] {
  return items.toSorted(
    (left, right) =>
      compareDates(left.dueOn, right.dueOn) || compareDates(left.occurrenceOn, right.occurrenceOn),
  );
}
