/** The payment method of a receipt: 'Visa **** 4242', 'Bank account **** 6789', 'Cash'. */
import { formatLast4 } from '@quittance/contract/format';
import type { Attempt } from '../storage/payments/attempts.ts';

const METHOD_NAMES = {
  CARD: 'Card',
  ACH: 'Bank account',
  CASH: 'Cash',
  NEGOTIATION: 'Negotiation',
} as const satisfies Record<Attempt['method'], string>;

function nameOf({ method, methodBrand }: Pick<Attempt, 'method' | 'methodBrand'>): string {
  if (method !== 'CARD' || !methodBrand) return METHOD_NAMES[method];
  return methodBrand.charAt(0).toUpperCase() + methodBrand.slice(1);
}

export function paidWith(attempt: Pick<Attempt, 'method' | 'methodBrand' | 'methodLast4'>): string {
  const { methodLast4 } = attempt;
  return methodLast4 ? `${nameOf(attempt)} ${formatLast4(methodLast4)}` : nameOf(attempt);
}
