/**
 * Terms of a payment plan that starts today: the amount and date of each installment. The installments sent by the
 * browser are only compared with these terms.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { Payable as PayableNow } from '@quittance/contract/invoices/portal-schemas';
import type { Cents } from '@quittance/contract/money';
import type { BodyOf } from '@quittance/contract/portal-routes';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import {
  buildInstallments,
  offeredCounts,
  type PlannedInstallment,
} from '@quittance/domain/checkout/plan';
import type { CompanyRow } from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';

export type PlanTerms = {
  amountCents: Cents;
  feeCents: Cents;
  anchorOn: IsoDate;
  installments: readonly PlannedInstallment[];
};

export type PlanQuote = {
  payable: PayableNow;
  company: CompanyRow;
  kind: ChargeKind;
  count: number;
};

export function planTerms({ clock }: Pick<Deps, 'clock'>, quote: PlanQuote): PlanTerms {
  const { payable, company, kind, count } = quote;
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

type ShownTerms = Pick<BodyOf<'startPlan'>, 'installments' | 'quote'>;

/**
 * Refuses a plan whose dates or amounts differ from what the payer saw, and returns the current ones with the error
 * (R38). What was not sent is not compared.
 */
export function refuseChangedPlan(terms: PlanTerms, shown: ShownTerms, payable: PayableNow): void {
  const { amountCents, feeCents } = terms;
  const current = terms.installments.map(({ dueOn: date, costCents: cost }) => ({ date, cost }));
  const { quote, installments: parts } = shown;
  const isOtherAmount = quote && (quote.amount !== amountCents || quote.fee !== feeCents);
  const areOtherParts =
    typeof parts !== 'number' &&
    !current.every(
      ({ date, cost }, index) => parts[index]?.date === date && parts[index]?.cost === cost,
    );
  if (isOtherAmount || areOtherParts)
    throw new AppError('AMOUNT_CHANGED', { details: { payable, installments: current } });
}
