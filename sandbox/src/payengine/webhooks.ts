// PayEngine's events and their signature. The header, the signed text, the envelope and the event names are
// confirmed. The fields of `data` are modeled on the published PAYMENT_AUTH sample.
import { randomBytes } from 'node:crypto';
import { type SigningInput, timedSignature } from '../webhook-settings.ts';
import type { Endpoint } from '../webhooks.ts';
import { fromCents } from './amount.ts';
import { hostResponse, returnResponse } from './payments/answers.ts';
import type { Payment, Refund, Store } from './store.ts';

export type EventName =
  | 'PAYMENT_SALE'
  | 'PAYMENT_FAILED'
  | 'PAYMENT_ACH'
  | 'PAYMENT_VOIDED'
  | 'PAYMENT_REFUNDED'
  | 'PAYMENT_ACH_REFUNDED';

export const signature = (signed: SigningInput) => timedSignature('s', signed);

export function toEndpoint(store: Store, merchantId: string): Endpoint | undefined {
  const merchant = store.merchants.get(merchantId);
  if (merchant === undefined || merchant.webhookUrl === null) return undefined;
  const secret = merchant.webhookSecret;
  return {
    url: merchant.webhookUrl,
    headers: (body, unixSeconds) => ({
      'x-pf-signature': signature({ secret, unixSeconds, body }),
    }),
  };
}

function eventData(payment: Payment) {
  return {
    payment_id: payment.id,
    transaction_id: payment.transactionId,
    merchant_id: payment.merchantId,
    gateway_id: 'gw_sandbox',
    internalTransactionID: payment.internalTransactionId ?? undefined,
    order_number: payment.orderNumber ?? undefined,
    description: payment.description ?? undefined,
    currencyCode: payment.currency,
    amount: fromCents(payment.amountCents),
    payment_method: payment.instrument.kind === 'card' ? 'Credit Card' : 'ACH',
    status: payment.status,
    settled: payment.settled,
  };
}

function send(store: Store, payment: Payment, content: { event: EventName; data: object }): void {
  const eventUid = randomBytes(16).toString('hex');
  const { event, data } = content;
  const body = JSON.stringify({ event_uid: eventUid, event, data });
  const { merchantId } = payment;
  if (toEndpoint(store, merchantId) === undefined) return;
  store.webhooks.enqueue({ id: eventUid, processor: 'payengine', merchantId, event, body });
}

export function emitEvent(store: Store, payment: Payment, event: EventName): void {
  const isCard = payment.instrument.kind === 'card';
  const response = { [isCard ? 'sale_response' : 'ach_response']: hostResponse(payment) };
  send(store, payment, { event, data: { ...eventData(payment), ...response } });
}

export function emitRefundEvent(store: Store, payment: Payment, refund: Refund): void {
  const isCard = payment.instrument.kind === 'card';
  send(store, payment, {
    event:
      refund.status === 'failed'
        ? 'PAYMENT_FAILED'
        : isCard
          ? 'PAYMENT_REFUNDED'
          : 'PAYMENT_ACH_REFUNDED',
    data: {
      ...eventData(payment),
      transaction_id: refund.transactionId,
      original_transaction_id: payment.transactionId,
      amount: fromCents(refund.amountCents),
      return_response: returnResponse(refund),
    },
  });
}
