/**
 * Payment plans (product §5 and §9, R7): the possible numbers of installments, and the amount and date of each.
 * Statuses are in plan-status.ts.
 */

import type { Preference } from '@quittance/contract/companies/portal-schemas';
import { addMonthsFrom, type IsoDate } from '@quittance/contract/dates';
import { addCents, allocate, type Cents, cents, subtractCents } from '@quittance/contract/money';
import { invariant } from '../invariant.ts';

const NORMAL_COUNTS = [2, 3, 4, 5, 6] as const;
const INCREASED_COUNTS = [2, 3, 6, 9, 12] as const;
export const DEFAULT_COUNT = 2;

export type CountPreference = Pick<
  Preference,
  | 'maxInstallments'
  | 'isIncreasedInstallmentsActive'
  | 'maxIncreasedInstallments'
  | 'increasedInstallmentsAmount'
>;

/** Each installment is at least one cent, so the number of cents limits the number of installments. */
export function offeredCounts({
  preference,
  amountCents,
}: {
  preference: CountPreference;
  amountCents: Cents;
}): number[] {
  const isIncreased =
    preference.isIncreasedInstallmentsActive &&
    preference.increasedInstallmentsAmount <= amountCents;
  const counts = isIncreased ? INCREASED_COUNTS : NORMAL_COUNTS;
  const countMax = isIncreased ? preference.maxIncreasedInstallments : preference.maxInstallments;
  return counts.filter((count) => count <= countMax && count <= amountCents);
}

export type PlanMoney = { amountCents: Cents; feeCents: Cents; count: number };

export type InstallmentMoney = { costCents: Cents; principalCents: Cents; feeCents: Cents };

/**
 * Splits the total cost first: equal parts, with the first ones one cent larger. The cumulative principal is then
 * the principal's share of the cumulative cost, and each part's principal is the difference between consecutive
 * values, so both sums are exact. The rest of each part is its fee.
 */
export function splitPlan({ amountCents, feeCents, count }: PlanMoney): InstallmentMoney[] {
  invariant(amountCents >= count, 'every installment costs at least one cent');
  invariant(feeCents >= 0, 'a fee is never negative');
  const totalCents = addCents(amountCents, feeCents);
  let paidCents = 0;
  let settledCents = 0;
  return allocate(totalCents, count).map((costCents) => {
    paidCents += costCents;
    const share = computeShare({ amountCents, paidCents, totalCents });
    const principalCents = cents(share - settledCents);
    settledCents = share;
    return { costCents, principalCents, feeCents: subtractCents(costCents, principalCents) };
  });
}

/** Returns amount × paid ÷ total, rounded down. Uses BigInt because the product of two amounts can exceed 2^53. */
function computeShare({
  amountCents,
  paidCents,
  totalCents,
}: {
  amountCents: number;
  paidCents: number;
  totalCents: number;
}): number {
  return Number((BigInt(amountCents) * BigInt(paidCents)) / BigInt(totalCents));
}

export type PlannedInstallment = InstallmentMoney & {
  index: number;
  dueOn: IsoDate;
};

/** The first installment is on the anchor date. The others follow monthly, always counted from the anchor (R7). */
export function buildInstallments({
  anchor,
  ...money
}: PlanMoney & { anchor: IsoDate }): PlannedInstallment[] {
  return splitPlan(money).map((part, months) => ({
    index: months + 1,
    dueOn: addMonthsFrom(anchor, months),
    ...part,
  }));
}
