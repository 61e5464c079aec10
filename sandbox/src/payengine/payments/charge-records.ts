// The processor's records as shown by the control plane and the sandbox's page. Tests reconcile the portal's ledger
// against them.
import type { ChargeRecord } from '../../processor.ts';
import { fromCents } from '../amount.ts';
import type { Payment } from '../store.ts';
import { refundedCents } from './refunds.ts';

export function chargeRecord(payment: Payment): ChargeRecord {
  const { instrument } = payment;
  return {
    processor: 'payengine',
    id: payment.id,
    transactionId: payment.transactionId,
    merchantId: payment.merchantId,
    internalTransactionID: payment.internalTransactionId,
    orderNumber: payment.orderNumber,
    description: payment.description,
    amount: fromCents(payment.amountCents),
    amountCents: payment.amountCents,
    currency: payment.currency,
    method: instrument.kind === 'card' ? 'card' : 'ach',
    brand: instrument.kind === 'card' ? instrument.brand : null,
    last4: instrument.last4,
    token: payment.tokenHint,
    status: payment.status,
    message: payment.host.responseMessage,
    settled: payment.settled,
    refunded: fromCents(refundedCents(payment)),
    refundedCents: refundedCents(payment),
    returnCode: payment.returnCode,
    threeDs: payment.threeDs?.status ?? null,
    createdAt: new Date(payment.createdAtMs).toISOString(),
  };
}
