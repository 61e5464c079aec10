/** The remainder after a custom amount must be payable later (R87). */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';
import { leavesPayable, partMax } from '@quittance/domain/checkout/charge-minimum';
import { ownAmountTexts } from '#texts/payment/own-amount';

export type OwnPart = { owed: Cents; least: Cents; company: Pick<Company, 'processor'> };

/** Returns null if the remainder can be charged. `least` is the smallest amount that may be typed. */
export function restError(amount: Cents, { owed, least, company }: OwnPart): string | null {
  const part = { owed, company };
  if (leavesPayable(amount, part)) return null;
  const most = partMax(part);
  const all = formatMoney(owed);
  return most < least ? ownAmountTexts.onlyAll(all) : ownAmountTexts.orAll(formatMoney(most), all);
}
