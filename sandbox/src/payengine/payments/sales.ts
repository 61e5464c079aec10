// POST /api/payment/sale: charges a card token. A decline is a 200 with FAIL.
// Level 2 and 3 fields, surcharges and devices are not simulated.
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseInput, Refusal } from '../../refusal.ts';
import { ChargeAmount, DollarText } from '../amount.ts';
import { requireOwn, requirePrivateKey } from '../merchants.ts';
import { findToken } from '../methods/tokens.ts';
import type { PreparedOperation } from '../operation.ts';
import { type Card, hash, type Payment, type Store } from '../store.ts';
import { emitEvent } from '../webhooks.ts';
import { saleAnswer } from './answers.ts';
import {
  AUTHENTICATION_REQUIRED,
  AWAITING_AUTHENTICATION,
  asksForChallenge,
  cardOutcome,
  type HostOutcome,
} from './host.ts';
import { bookCharge, type Charge, type PaymentOpening } from './payments.ts';
import { planSettlement } from './settlement.ts';
import { planExpiry } from './three-ds.ts';

const Identifier = z.string().min(1).max(100);

export const CHARGE_FIELDS = {
  transactionAmount: ChargeAmount,
  internalTransactionID: Identifier.optional(),
  order_number: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,20}$/, 'must be at most 20 letters and digits')
    .optional(),
  description: z.string().max(255).optional(),
  store_payment_method: z.boolean().default(true),
  initiated_by: z.enum(['customer', 'merchant']).default('customer'),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
} as const;

const SaleBody = z.strictObject({
  merchant_id: Identifier,
  attempt3DSecure: z.boolean().default(false),
  browserInfo: z.string().min(1).max(10_000).optional(),
  transactionMonitoringBypass: z.boolean().optional(),
  data: z.strictObject({
    ...CHARGE_FIELDS,
    cardToken: Identifier,
    currencyCode: z.literal('USD').default('USD'),
    sales_tax: DollarText.optional(),
    customer_name: z.string().max(100).optional(),
    preSettlementFeeCharge: DollarText.optional(),
    postSettlementFeeCharge: DollarText.optional(),
    gateway_id: Identifier.optional(),
  }),
});
type SaleBody = z.infer<typeof SaleBody>;

type Sale = Charge & { card: Card; body: SaleBody; secret: string };

function decided(outcome: HostOutcome, threeDs: Payment['threeDs']): PaymentOpening {
  return { status: outcome.status === 'PASS' ? 'succeeded' : 'failed', outcome, threeDs };
}

function toOpening(store: Store, { card, body, secret }: Sale): PaymentOpening {
  const outcome = cardOutcome(card, store.clock);
  const wantsChallenge = asksForChallenge(card) && body.data.initiated_by === 'customer';
  if (!body.attempt3DSecure) {
    return decided(wantsChallenge ? AUTHENTICATION_REQUIRED : outcome, null);
  }
  const secretHash = hash(secret);
  if (!wantsChallenge) {
    return decided(outcome, { type: 'frictionless', status: 'succeeded', secretHash });
  }
  return {
    status: 'pending_3dsauth',
    outcome: AWAITING_AUTHENTICATION,
    threeDs: { type: 'challenge', status: 'pending', secretHash },
  };
}

function sell(store: Store, sale: Sale): Payment {
  const payment = bookCharge(store, sale, toOpening(store, sale));
  if (payment.status === 'pending_3dsauth') planExpiry(store, payment);
  else
    emitEvent(store, payment, payment.status === 'succeeded' ? 'PAYMENT_SALE' : 'PAYMENT_FAILED');
  planSettlement(store, payment);
  return payment;
}

/** The data with which the browser opens the challenge: base64-encoded JSON, as in the published sample. */
function threeDsData(payment: Payment, secret: string): string {
  return Buffer.from(JSON.stringify({ t: payment.transactionId, s: secret })).toString('base64');
}

export function prepareSale(store: Store, request: FastifyRequest): PreparedOperation {
  const merchant = requirePrivateKey(store, request);
  const body = parseInput(SaleBody, request.body);
  requireOwn(merchant, body.merchant_id);
  if (body.attempt3DSecure && body.browserInfo === undefined) {
    throw new Refusal(400, 'browserInfo: is required when attempt3DSecure is true');
  }
  const token = findToken(store, merchant, body.data.cardToken);
  const card = token.instrument;
  if (card.kind !== 'card') throw new Refusal(400, 'Token not found');
  const execute = () => {
    const secret = randomBytes(16).toString('hex');
    const payment = sell(store, { merchant, token, data: body.data, card, body, secret });
    const data = payment.threeDs === null ? {} : { threeDsData: threeDsData(payment, secret) };
    return { status: 200, body: saleAnswer(payment, { token: body.data.cardToken, ...data }) };
  };
  return { merchant, execute };
}
