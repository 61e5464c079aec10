/** A payment as its company sees it. */
import type { ProviderPayment } from '@quittance/contract/provider/payments';
import type { Attempt } from '../../storage/payments/attempts.ts';

export function showPayment(attempt: Attempt): ProviderPayment {
  return {
    id: attempt.id,
    customerId: attempt.customerId,
    invoiceId: attempt.invoiceId,
    type: attempt.type,
    state: attempt.state,
    amount: attempt.amountCents,
    fee: attempt.feeCents,
    refunded: attempt.refundedCents,
    method: attempt.method,
    methodBrand: attempt.methodBrand,
    methodLast4: attempt.methodLast4,
    processor: attempt.processor,
    processorReference: attempt.processorReference,
    responseCode: attempt.responseCode,
    createdAt: attempt.createdAt,
    settledAt: attempt.settledAt,
  };
}
