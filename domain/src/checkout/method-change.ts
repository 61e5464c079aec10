/**
 * How changing the payment method affects the unsent charges of an arrangement (R36): the fee depends on the kind
 * of method. Shared by the browser and the server; the payer agrees to exactly these terms.
 */
import type { IsoDate } from '@quittance/contract/dates';
import { addCents, type Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { invariant } from '../invariant.ts';
import { type FeeCompany, feeFor } from './fees.ts';
import { splitPlan } from './plan.ts';

export type LeftCharge = { dueOn: IsoDate; amountCents: Cents; feeCents: Cents };

export type MethodChangeQuestion = {
  charges: readonly LeftCharge[];
  from: ChargeKind;
  to: ChargeKind;
  company: FeeCompany;
};

export type ChargeSum = { amountCents: Cents; feeCents: Cents; totalCents: Cents };

export type MethodChangeTerms = { before: ChargeSum; after: ChargeSum; charges: LeftCharge[] };

function sumCharges(charges: readonly LeftCharge[]): ChargeSum {
  const amountCents = addCents(...charges.map((charge) => charge.amountCents));
  const feeCents = addCents(...charges.map((charge) => charge.feeCents));
  return { amountCents, feeCents, totalCents: addCents(amountCents, feeCents) };
}

/**
 * Applies the fee of the new kind to all remaining charges, split like a new plan over the same dates. A method of
 * the same kind changes nothing, because its fee was already agreed.
 */
export function methodChangeTerms(question: MethodChangeQuestion): MethodChangeTerms {
  const { from, to, company } = question;
  const charges = [...question.charges];
  const before = sumCharges(charges);
  if (from === to || charges.length === 0) return { before, after: before, charges };
  const { amountCents } = before;
  const { fee: feeCents } = feeFor({ kind: to, amountCents, company });
  const parts = splitPlan({ amountCents, feeCents, count: charges.length });
  const changed = charges.map(({ dueOn }, index) => {
    const part = parts[index];
    invariant(part, 'every charge has its part');
    return { dueOn, amountCents: part.principalCents, feeCents: part.feeCents };
  });
  return { before, after: sumCharges(changed), charges: changed };
}
