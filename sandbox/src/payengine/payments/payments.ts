// Records charges and finds them. PayEngine has no idempotency: the same request sent twice creates two charges.
import { randomUUID } from 'node:crypto';
import { Refusal } from '../../refusal.ts';
import { toCents } from '../amount.ts';
import type { Merchant, Payment, Store, Token } from '../store.ts';
import { type HostOutcome, hostReport } from './host.ts';

export type ChargeData = {
  transactionAmount: string;
  internalTransactionID?: string | undefined;
  order_number?: string | undefined;
  description?: string | undefined;
  store_payment_method?: boolean | undefined;
};

export type Charge = { merchant: Merchant; token: Token; data: ChargeData };

export type PaymentOpening = Pick<Payment, 'status' | 'threeDs'> & { outcome: HostOutcome };

export function bookCharge(store: Store, charge: Charge, opening: PaymentOpening): Payment {
  const { merchant, token, data } = charge;
  if (data.store_payment_method === false) store.tokens.put({ ...token, spent: true });
  return store.payments.put({
    id: randomUUID(),
    transactionId: randomUUID(),
    merchantId: merchant.merchantId,
    internalTransactionId: data.internalTransactionID ?? null,
    orderNumber: data.order_number ?? null,
    description: data.description ?? null,
    amountCents: toCents(data.transactionAmount),
    currency: 'USD',
    tokenHint: token.hint,
    instrument: token.instrument,
    status: opening.status,
    settled: false,
    returnCode: null,
    userConsent: data.store_payment_method !== false,
    createdAtMs: store.clock.now(),
    host: hostReport(opening.outcome),
    threeDs: opening.threeDs,
    refunds: [],
  });
}

export function findPayment(store: Store, merchantId: string, id: string): Payment {
  const payment = store.payments
    .all()
    .filter((candidate) => candidate.merchantId === merchantId)
    .find((candidate) => toIds(candidate).includes(id));
  if (payment === undefined) throw new Refusal(404, 'Transaction not found');
  return payment;
}

export function toIds(payment: Payment): string[] {
  return [
    payment.id,
    payment.transactionId,
    ...payment.refunds.map((refund) => refund.transactionId),
  ];
}
