/**
 * One payment on several invoices (R48) and own amounts (R49). The fee is computed once, on the sum, and split
 * cumulatively: the first parts together have the rounded share of their sum. Shared by the browser and the server.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { addCents, type Cents, cents, subtractCents, ZERO } from '@quittance/contract/money';
import type { ChargeKind, InvoiceStatus } from '@quittance/contract/vocabulary';
import { computeProportion } from '../apportion.ts';
import { invariant } from '../invariant.ts';
import { leavesPayable } from './charge-minimum.ts';

export const INVOICES_MAX = 500;

export const OWN_AMOUNT_MIN: Cents = cents(100);

/** Returns the fee of each part, in the order of the amounts. The parts add up to the fee exactly. */
export function splitFee(feeCents: Cents, amounts: readonly Cents[]): Cents[] {
  const total = addCents(...amounts);
  invariant(total > 0 && amounts.every((amount) => amount > 0), 'every part pays something');
  let paidBefore = ZERO;
  let feeBefore = ZERO;
  return amounts.map((amount) => {
    paidBefore = addCents(paidBefore, amount);
    const feeUpToHere = computeProportion(feeCents, paidBefore, total);
    const part = subtractCents(feeUpToHere, feeBefore);
    feeBefore = feeUpToHere;
    return part;
  });
}

export function allowsOwnAmount({ rules }: Pick<Company, 'rules'>): boolean {
  return rules.isOwnAmountAllowed === true;
}

/** These statuses have no arrangement: a plan or a scheduled payment is agreed for its own amount. */
const FREE_STATUSES: readonly InvoiceStatus[] = ['DUE', 'IN_COLLECTION', 'DEFAULTED'];

/** Such an invoice can be paid together with others, or in part. The amount is checked separately. */
export function hasNoArrangement(status: InvoiceStatus): boolean {
  return FREE_STATUSES.includes(status);
}

type OwnAmount = {
  amount: Cents;
  owed: Cents;
  company: Pick<Company, 'rules' | 'processor'>;
  /** Null while no method is chosen. */
  kind: ChargeKind | null;
};

/**
 * Allowed are the full amount owed or, if the company permits it, at least a dollar that leaves a chargeable rest
 * (R87).
 */
export function isAmountAllowed({ amount, ...part }: OwnAmount): boolean {
  if (amount === part.owed) return amount > 0;
  return allowsOwnAmount(part.company) && amount >= OWN_AMOUNT_MIN && leavesPayable(amount, part);
}
