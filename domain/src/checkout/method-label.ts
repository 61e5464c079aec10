/** A payment method as mails and receipts show it: 'Visa **** 4242', 'Bank account **** 6789', 'Cash'. */
import { formatLast4 } from '@quittance/contract/format';
import type { ChargeKind, MethodType } from '@quittance/contract/vocabulary';

/** Saved methods have a charge kind, payments a method type. */
const NAMES: Readonly<Record<ChargeKind | MethodType, string>> = {
  card: 'Card',
  CARD: 'Card',
  ach: 'Bank account',
  ACH: 'Bank account',
  CASH: 'Cash',
  NEGOTIATION: 'Negotiation',
};

export type LabeledMethod = {
  kind: ChargeKind | MethodType;
  brand: string | null;
  last4: string | null;
};

export function methodLabel({ kind, brand, last4 }: LabeledMethod): string {
  const isCard = kind === 'card' || kind === 'CARD';
  const name = isCard && brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : NAMES[kind];
  return last4 ? `${name} ${formatLast4(last4)}` : name;
}
