/**
 * What one payment on a running plan pays (R13): the earliest unpaid installment, or all unpaid ones. The
 * browser shows it and the server compares, installment by installment (R38).
 */
import type { Cents } from '@quittance/contract/money';
import type { InstallmentStatus } from '@quittance/contract/vocabulary';
import { activeInstallment, isUnpaid } from '../status/plan-status.ts';
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

/** Null once every installment is settled. */
export function planPayment(parts: readonly PlanPart[], isFull: boolean): PlanPayment | null {
  const next = activeInstallment(parts);
  if (!next) return null;
  const paid = isFull ? parts.filter(isUnpaid) : [next];
  return { installments: paid.map(({ index }) => index), ...restOfPlan(paid) };
}

export function isSamePlanPayment(shown: PlanPayment, current: PlanPayment): boolean {
  return (
    shown.amountCents === current.amountCents &&
    shown.feeCents === current.feeCents &&
    shown.installments.join() === current.installments.join()
  );
}
