/**
 * A payment plan as the server would make it today: which numbers of installments are offered, and
 * the amounts and dates of each. The browser's list is compared with this one and never used.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { Payable } from '@quittance/contract/invoices';
import type { Cents } from '@quittance/contract/money';
import type { BodyOf } from '@quittance/contract/routes';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import {
  buildInstallments,
  offeredCounts,
  type PlannedInstallment,
} from '@quittance/domain/checkout/plan';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';

export type PlanTerms = {
  amountCents: Cents;
  feeCents: Cents;
  anchorOn: IsoDate;
  installments: PlannedInstallment[];
};

export type PlanWish = { payable: Payable; company: CompanyRow; kind: ChargeKind; count: number };

export function planTerms({ clock }: Pick<Deps, 'clock'>, wish: PlanWish): PlanTerms {
  const { payable, company, kind, count } = wish;
  if (!payable.options.includes('PAYMENT_PLAN')) throw new AppError('OPTION_NOT_AVAILABLE');
  if (!payable.kinds.includes(kind)) throw new AppError('METHOD_RESTRICTED');
  const { preference, timeZone } = company;
  const { amount: amountCents } = payable;
  if (!offeredCounts({ preference, amountCents }).includes(count)) {
    throw new AppError('OPTION_NOT_AVAILABLE');
  }
  const feeCents = payable.fees[kind].fee;
  const anchorOn = clock.today(timeZone);
  const installments = buildInstallments({ anchor: anchorOn, amountCents, feeCents, count });
  return { amountCents, feeCents, anchorOn, installments };
}

type Shown = BodyOf<'startPlan'>['installments'];

/** Every date and every cent as the payer saw them, or fresh figures and no plan (R6). */
export function refuseOtherPlan({ installments }: PlanTerms, shown: Shown, payable: Payable): void {
  const fresh = installments.map(({ dueOn: date, costCents: cost }) => ({ date, cost }));
  const isSame = fresh.every(
    ({ date, cost }, place) => shown[place]?.date === date && shown[place]?.cost === cost,
  );
  if (!isSame) throw new AppError('AMOUNT_CHANGED', { details: { payable, installments: fresh } });
}
