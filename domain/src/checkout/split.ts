/**
 * One payment on several invoices (R48), and payments of a custom amount (R49). The fee is computed once, on the
 * sum, and split cumulatively: the first n parts together carry the rounded share of their sum. Shared by the
 * browser and the server.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { addCents, type Cents, cents, subtractCents, ZERO } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { computeProportion } from '../apportion.ts';
import { invariant } from '../invariant.ts';
import { leavesPayable } from './charge-minimum.ts';

export const INVOICES_MAX = 500;

export const OWN_AMOUNT_MIN: Cents = cents(100);

/** In the order of the amounts. The parts add up exactly to the fee. */
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

/** These statuses have no arrangement. A plan or scheduled payment was agreed for its own amount. */
const FREE_STATUSES: readonly InvoiceStatus[] = ['DUE', 'IN_COLLECTION', 'DEFAULTED'];

export function hasNoArrangement(status: InvoiceStatus): boolean {
  return FREE_STATUSES.includes(status);
}

type OwnAmount = {
  amount: Cents;
  owed: Cents;
  company: Pick<Company, 'rules' | 'processor'>;
};

/**
 * Allows the full amount owed or, if the company permits it, at least one dollar that leaves zero or a chargeable
 * rest (R87).
 */
export function isAmountAllowed({ amount, ...part }: OwnAmount): boolean {
  if (amount === part.owed) return amount > 0;
  return allowsOwnAmount(part.company) && amount >= OWN_AMOUNT_MIN && leavesPayable(amount, part);
}
