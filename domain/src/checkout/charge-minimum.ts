/**
 * The minimum amount that a processor charges (R87). An own amount must leave nothing, or enough to be charged
 * later. Shared by the browser and the server.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { type Cents, cents, maxCents, subtractCents } from '@quittance/contract/money';
import type { ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';

/** Stripe documents $0.50 for every method; the others document no minimum. */
const CHARGE_MIN: Readonly<Record<ProcessorName, Readonly<Record<ChargeKind, Cents>>>> = {
  stripe: { card: cents(50), ach: cents(50) },
  payengine: { card: cents(1), ach: cents(1) },
  fiserv: { card: cents(1), ach: cents(1) },
};

type Part = {
  owed: Cents;
  company: Pick<Company, 'processor'>;
  /** Null while no method is chosen, which allows any of them. */
  kind: ChargeKind | null;
};

/** Returns the maximum that can be paid without paying the full amount owed. */
export function partMax({ owed, company, kind }: Part): Cents {
  const { card, ach } = CHARGE_MIN[company.processor];
  const minimum = kind === null ? maxCents(card, ach) : CHARGE_MIN[company.processor][kind];
  return subtractCents(owed, minimum);
}

export function leavesPayable(amount: Cents, part: Part): boolean {
  return amount === part.owed || amount <= partMax(part);
}
