/**
 * What one payment on a running plan pays (R13): the earliest unpaid installments, one or several, or all. The
 * browser shows it and the server compares, installment by installment (R38).
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
  /** The numbers of the installments it pays, in order. */
  installments: number[];
  amountCents: Cents;
  feeCents: Cents;
};

/** `count`: how many are paid now, at most those that are left. Null once every installment is settled. */
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
