/**
 * The minimum amount that a processor can charge (R87). After a payment of a custom amount, the rest must be zero
 * or large enough to charge. Shared by the browser and the server.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { type Cents, cents, maxCents, subtractCents } from '@quittance/contract/money';
import type { ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';

/** Stripe documents $0.50 for every method. The others document no minimum. */
const CHARGE_MIN: Readonly<Record<ProcessorName, Readonly<Record<ChargeKind, Cents>>>> = {
  stripe: { card: cents(50), ach: cents(50) },
  payengine: { card: cents(1), ach: cents(1) },
  fiserv: { card: cents(1), ach: cents(1) },
};

type Part = {
  owed: Cents;
  company: Pick<Company, 'processor'>;
  /** Null until a method is chosen. The larger minimum of both kinds then applies. */
  kind: ChargeKind | null;
};

export function partMax({ owed, company, kind }: Part): Cents {
  const { card, ach } = CHARGE_MIN[company.processor];
  const minimum = kind === null ? maxCents(card, ach) : CHARGE_MIN[company.processor][kind];
  return subtractCents(owed, minimum);
}

export function leavesPayable(amount: Cents, part: Part): boolean {
  return amount === part.owed || amount <= partMax(part);
}
