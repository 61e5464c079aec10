/** The amounts a payer agrees to. The server compares them with its own (R6). */

import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import { addCents, type Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';

export type Quote = { amountCents: Cents; feeCents: Cents; totalCents: Cents };

export function toQuote(
  { amount, fees }: Pick<Payable, 'amount' | 'fees'>,
  kind: ChargeKind,
): Quote {
  const { fee } = fees[kind];
  return { amountCents: amount, feeCents: fee, totalCents: addCents(amount, fee) };
}
