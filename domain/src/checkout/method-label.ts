import { formatLast4 } from '@quittance/contract/format';
import type { ChargeKind, MethodType } from '@quittance/contract/vocabulary';
import type { CheckoutTexts } from '../texts/en/checkout.ts';

export type LabeledMethod = {
  kind: ChargeKind | MethodType;
  brand: string | null;
  last4: string | null;
  /** The number of a payment that the company recorded, such as that of a check (R89). */
  reference?: string | null;
};

export function methodLabel(
  { kind, brand, last4, reference }: LabeledMethod,
  { methods }: CheckoutTexts,
): string {
  const isCard = kind === 'card' || kind === 'CARD';
  const name = isCard && brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : methods[kind];
  const number = last4 ? formatLast4(last4) : reference;
  return number ? `${name} ${number}` : name;
}
