/**
 * The payable state of partial requests and accepted estimates. Both are paid immediately and in full, without
 * plans or schedules.
 */

import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import { type Cents, ZERO } from '@quittance/contract/money';
import { feeFor } from '@quittance/domain/checkout/fees';
import { acceptedKinds } from '@quittance/domain/checkout/payment-options';
import type { CompanyRow } from '../companies/store.ts';
import type { Deps } from '../kernel/deps.ts';

export type PayableInput = {
  /** Zero if nothing may be paid. */
  amountCents: Cents;
  isProcessing: boolean;
  company: CompanyRow;
};

export function payableRequest(
  { processors }: Pick<Deps, 'processors'>,
  { amountCents, isProcessing, company }: PayableInput,
): Payable {
  const kinds = acceptedKinds(company);
  const isPayable =
    amountCents > ZERO &&
    !isProcessing &&
    kinds.length > 0 &&
    processors.supports(company.processor);
  const fee = (kind: 'card' | 'ach'): FeeDetail => feeFor({ kind, amountCents, company });
  return {
    isPayable,
    isProcessing,
    amount: amountCents,
    options: isPayable ? ['PAY_IN_FULL'] : [],
    kinds: isPayable ? kinds : [],
    fees: { card: fee('card'), ach: fee('ach') },
  };
}
