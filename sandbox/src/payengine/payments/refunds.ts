// POST /api/payment/refund refunds a succeeded payment, partially or fully, up to the remaining amount. POST
// /api/payment/void undoes a payment before its batch closes.
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer } from '../../faults.ts';
import { refundStatusNow } from '../../issuer.ts';
import type { RefundEnd } from '../../processor.ts';
import { errorBody, parseInput, Refusal } from '../../refusal.ts';
import { ChargeAmount, toCents } from '../amount.ts';
import { requirePrivateKey } from '../merchants.ts';
import type { PreparedOperation } from '../operation.ts';
import type { Payment, Refund, Store } from '../store.ts';
import { emitEvent, emitRefundEvent } from '../webhooks.ts';
import { refundAnswer, voidAnswer } from './answers.ts';
import { APPROVED, hostReport, PENDING, refusal } from './host.ts';
import { findPayment } from './payments.ts';

/** The names of both dialects: "merchant-api-reference" (v1) and v2.5. */
const InternalId = {
  internalTransactionID: z.string().min(1).max(255).optional(),
  internal_transaction_id: z.string().min(1).max(255).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
};

const RefundBody = z.strictObject({
  id: z.string().min(1),
  amount: ChargeAmount,
  reason: z.string().trim().min(1).max(255),
  description: z.string().max(255).optional(),
  ...InternalId,
});
type RefundBody = z.infer<typeof RefundBody>;

function sumRefunds(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
}

export function refundedCents({ refunds }: Payment): number {
  return sumRefunds(refunds.filter(({ status }) => status === 'succeeded'));
}

function leftCents({ amountCents, refunds }: Payment): number {
  return amountCents - sumRefunds(refunds.filter(({ status }) => status !== 'failed'));
}

/** A guess, based on debits: a refund to a bank account passes immediately and arrives after two days. */
const BANK_REFUND_ENDS_AFTER_MS = 2 * 86_400_000;

type End = Omit<RefundEnd, 'transactionId'>;

/** The event for a refund that fails later is not public; PAYMENT_FAILED is a guess. */
function end(store: Store, payment: Payment, { refund, how }: { refund: Refund; how: End }) {
  if (refund.status === how.status || refund.status === 'failed') return payment;
  const host = hostReport(how.status === 'failed' ? refusal('05', how.reason) : APPROVED);
  const ended: Refund = { ...refund, status: how.status, host };
  const refunds = payment.refunds.map((each) => (each === refund ? ended : each));
  const changed = store.payments.put({ ...payment, refunds });
  emitRefundEvent(store, changed, ended);
  return changed;
}

/** Only a pending refund to a bank account ends on its own. */
export function planRefundEnd(store: Store, { id, instrument }: Payment, refund: Refund): void {
  if (instrument.kind !== 'bank' || refund.status !== 'pending') return;
  store.clock.at(refund.createdAtMs + BANK_REFUND_ENDS_AFTER_MS, () => {
    const payment = store.payments.get(id);
    const current = payment?.refunds.find((each) => each.transactionId === refund.transactionId);
    if (!payment || current?.status !== 'pending') return;
    end(store, payment, { refund: current, how: { status: 'succeeded', reason: '' } });
  });
}

export function endRefund(store: Store, payment: Payment, how: RefundEnd): Payment {
  const refund = payment.refunds.findLast(({ status }) => status !== 'failed');
  if (refund === undefined) throw new Refusal(409, 'This payment has no refund that can end');
  return end(store, payment, { refund, how });
}

type RefundObjection = { objection: string };
type ChargeRefundPair = { payment: Payment; refund: Refund };

function refundPayment(
  store: Store,
  payment: Payment,
  { amountCents, reason }: Pick<Refund, 'amountCents' | 'reason'>,
): ChargeRefundPair | RefundObjection {
  if (payment.status !== 'succeeded') {
    return { objection: 'Only a succeeded payment can be refunded' };
  }
  if (amountCents > leftCents(payment)) {
    return { objection: 'The amount is more than is left of the payment' };
  }
  const isBank = payment.instrument.kind === 'bank';
  const status = refundStatusNow(isBank ? 'pending' : 'succeeded');
  const hostOutcomes = {
    pending: isBank ? APPROVED : PENDING,
    succeeded: APPROVED,
    failed: refusal('05', 'DECLINE'),
  };
  const refund: Refund = {
    transactionId: randomUUID(),
    amountCents,
    reason,
    createdAtMs: store.clock.now(),
    status,
    host: hostReport(hostOutcomes[status]),
  };
  const refunded = store.payments.put({ ...payment, refunds: [...payment.refunds, refund] });
  emitRefundEvent(store, refunded, refund);
  planRefundEnd(store, refunded, refund);
  return { payment: refunded, refund };
}

export function refundByHand(
  store: Store,
  payment: Payment,
  amountCents = leftCents(payment),
): Payment {
  const given = refundPayment(store, payment, { amountCents, reason: 'Refunded in the dashboard' });
  if ('objection' in given) throw new Refusal(409, given.objection);
  return given.payment;
}

function answerRefund(store: Store, payment: Payment, body: RefundBody): Answer {
  const { amount, reason } = body;
  const given = refundPayment(store, payment, { amountCents: toCents(amount), reason });
  if ('objection' in given) return { status: 400, body: errorBody(given.objection) };
  return { status: 200, body: refundAnswer(given.payment, given.refund, body) };
}

export function prepareRefund(store: Store, request: FastifyRequest): PreparedOperation {
  const merchant = requirePrivateKey(store, request);
  const body = parseInput(RefundBody, request.body);
  const { id } = findPayment(store, merchant.merchantId, body.id);
  const execute = () => {
    // The payment is read again because it may have changed between the request and a late execution.
    const payment = store.payments.get(id);
    if (payment === undefined) return { status: 404, body: errorBody('Transaction not found') };
    return answerRefund(store, payment, body);
  };
  return { merchant, execute };
}

/**
 * The path is documented; the body is a guess. Voids an open challenge, or a card charge before its batch closes.
 */
export function prepareVoid(store: Store, request: FastifyRequest): PreparedOperation {
  const merchant = requirePrivateKey(store, request);
  const body = parseInput(z.strictObject({ id: z.string().min(1), ...InternalId }), request.body);
  const { id } = findPayment(store, merchant.merchantId, body.id);
  const execute = () => {
    const payment = store.payments.get(id);
    const isOpen =
      payment?.status === 'pending_3dsauth' ||
      (payment?.status === 'succeeded' && !payment.settled && payment.refunds.length === 0);
    if (!payment || !isOpen) {
      return { status: 400, body: errorBody('This payment can no longer be voided') };
    }
    const voided = store.payments.put({ ...payment, status: 'cancelled' });
    emitEvent(store, voided, 'PAYMENT_VOIDED');
    return { status: 200, body: voidAnswer(voided) };
  };
  return { merchant, execute };
}
