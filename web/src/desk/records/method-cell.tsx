// The method of a payment: a card or account by its last digits, or only the kind.

import type { ProviderPayment } from '@quittance/contract/invoices/payment-provider-schemas';
import { MethodLine } from '../../shared/ui/data/method-line.tsx';
import { recordTexts } from '../texts/records.ts';

type Method = Pick<ProviderPayment, 'method' | 'methodBrand' | 'methodLast4' | 'reference'>;

export function MethodCell({ method, methodBrand, methodLast4, reference }: Method) {
  if (methodLast4 === null || (method !== 'ACH' && method !== 'CARD')) {
    const kind = recordTexts.methods[method];
    return reference === null ? kind : `${kind} ${reference}`;
  }
  return (
    <MethodLine type={method === 'ACH' ? 'ach' : 'card'} brand={methodBrand} last4={methodLast4} />
  );
}
