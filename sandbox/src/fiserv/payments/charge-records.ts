// The processor's records as shown by the control plane and the sandbox's page. Tests reconcile the portal's ledger
// against them.
import type { ChargeRecord } from '../../processor.ts';
import { centsToText } from '../api/amount.ts';
import type { Transaction } from '../store.ts';
import { refundedCents } from './refunds.ts';

const STATUSES: Record<Transaction['state'], string> = {
  AUTHORIZED: 'authorized',
  CAPTURED: 'succeeded',
  SETTLED: 'succeeded',
  DECLINED: 'failed',
  VOIDED: 'cancelled',
  RETURNED: 'failed',
};

function toStatus({ state, instrument }: Transaction): string {
  return state === 'CAPTURED' && instrument.kind === 'bank' ? 'pending' : STATUSES[state];
}

export function chargeRecord(transaction: Transaction): ChargeRecord {
  const { instrument, merchantIds, amountCents } = transaction;
  return {
    processor: 'fiserv',
    id: transaction.orderId,
    transactionId: transaction.transactionId,
    merchantId: transaction.merchantId,
    internalTransactionID: merchantIds.merchantTransactionId,
    orderNumber: merchantIds.merchantOrderId,
    description: merchantIds.merchantInvoiceNumber,
    amount: centsToText(amountCents),
    amountCents,
    currency: transaction.currency,
    method: instrument.kind === 'card' ? 'card' : 'ach',
    brand: instrument.kind === 'card' ? instrument.scheme.toLowerCase() : null,
    last4: instrument.last4,
    token: transaction.tokenHint,
    status: toStatus(transaction),
    message: transaction.verdict.responseMessage,
    settled: transaction.settled,
    refunded: centsToText(refundedCents(transaction)),
    refundedCents: refundedCents(transaction),
    returnCode: transaction.returnCode,
    threeDs: transaction.authenticated ? 'succeeded' : null,
    createdAt: new Date(transaction.createdAtMs).toISOString(),
  };
}
