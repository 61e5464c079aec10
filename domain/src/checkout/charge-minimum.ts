/**
 * The minimum amount that a processor can charge (R87). After a payment of a custom amount, the rest must be zero
 * or large enough to charge. Shared by the browser and the server.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { type Cents, cents, subtractCents } from '@quittance/contract/money';
import { CHARGE_MIN } from '@quittance/contract/processors/registry';

type Part = { owed: Cents; company: Pick<Company, 'processor'> };

export function partMax({ owed, company }: Part): Cents {
  return subtractCents(owed, CHARGE_MIN[company.processor] ?? cents(1));
}

export function leavesPayable(amount: Cents, part: Part): boolean {
  return amount === part.owed || amount <= partMax(part);
}
