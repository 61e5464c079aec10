// Writes a charge into the books and finds it again. Every charge is a new line: this company
// knows no idempotency, so the same request sent twice is two charges.
import { randomUUID } from 'node:crypto';
import { Refusal } from '../../refusal.ts';
import { toCents } from '../amount.ts';
import type { Merchant, Payment, Store, Token } from '../store.ts';
import { type HostVerdict, hostReport } from './host.ts';

/** What a sale and a bank debit have in common on the wire. */
export type ChargeData = {
  transactionAmount: string;
  internalTransactionID?: string | undefined;
  order_number?: string | undefined;
  description?: string | undefined;
  store_payment_method?: boolean | undefined;
};

export type Charge = { merchant: Merchant; token: Token; data: ChargeData };

export type Opening = Pick<Payment, 'status' | 'threeDs'> & { verdict: HostVerdict };

export function bookCharge(store: Store, charge: Charge, opening: Opening): Payment {
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
    host: hostReport(opening.verdict),
    threeDs: opening.threeDs,
    refunds: [],
  });
}

/** By payment id or by the id of any of its transactions, as the real search does. */
export function findPayment(store: Store, merchantId: string, id: string): Payment {
  const payment = store.payments
    .all()
    .filter((candidate) => candidate.merchantId === merchantId)
    .find((candidate) => idsOf(candidate).includes(id));
  if (payment === undefined) throw new Refusal(404, 'Transaction not found');
  return payment;
}

export function idsOf(payment: Payment): string[] {
  return [
    payment.id,
    payment.transactionId,
    ...payment.refunds.map((refund) => refund.transactionId),
  ];
}
