/**
 * The installments covered by one payment on a running plan (R13): the earliest unpaid installment, several, or
 * all. The browser shows them, and the server compares them one by one (R38).
 */
import type { Cents } from '@quittance/contract/money';
import type { InstallmentStatus } from '@quittance/contract/vocabulary';
import { isUnpaid } from '../status/plan-status.ts';
import { restOfPlan } from './amounts.ts';

export type PlanPart = {
  index: number;
  status: InstallmentStatus;
  principalCents: Cents;
  feeCents: Cents;
};

export type PlanPayment = {
  installments: number[];
  amountCents: Cents;
  feeCents: Cents;
};

export function planPayment(
  parts: readonly PlanPart[],
  isFull: boolean,
  count = 1,
): PlanPayment | null {
  const unpaid = parts.filter(isUnpaid).toSorted((one, other) => one.index - other.index);
  if (unpaid.length === 0) return null;
  const paid = isFull ? unpaid : unpaid.slice(0, Math.max(1, count));
  return { installments: paid.map(({ index }) => index), ...restOfPlan(paid) };
}

export function isSamePlanPayment(shown: PlanPayment, current: PlanPayment): boolean {
  return (
    shown.amountCents === current.amountCents &&
    shown.feeCents === current.feeCents &&
    shown.installments.join() === current.installments.join()
  );
}
