// POST /api/payment/refund refunds a succeeded payment, partially or fully; refunding more than the
// remaining amount is rejected. POST /api/payment/void undoes one before its batch closes.
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer } from '../../faults.ts';
import { errorBody, parseInput, Refusal } from '../../refusal.ts';
import { ChargeAmount, toCents } from '../amount.ts';
import { requirePrivateKey } from '../merchants.ts';
import type { Prepared } from '../operation.ts';
import type { Payment, Refund, Store } from '../store.ts';
import { emitEvent, emitRefundEvent } from '../webhooks.ts';
import { refundAnswer, voidAnswer } from './answers.ts';
import { APPROVED, hostReport } from './host.ts';
import { findPayment } from './payments.ts';

const RefundBody = z.strictObject({
  id: z.string().min(1),
  amount: ChargeAmount,
  reason: z.string().trim().min(1).max(255),
});
type RefundBody = z.infer<typeof RefundBody>;

export function refundedCents(payment: Payment): number {
  return payment.refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
}

type Refused = { objection: string };
type Given = { payment: Payment; refund: Refund };

/** From the API, or by a person in the dashboard. */
function refundPayment(
  store: Store,
  payment: Payment,
  { amountCents, reason }: Pick<Refund, 'amountCents' | 'reason'>,
): Given | Refused {
  if (payment.status !== 'succeeded') {
    return { objection: 'Only a succeeded payment can be refunded' };
  }
  if (amountCents > payment.amountCents - refundedCents(payment)) {
    return { objection: 'The amount is more than is left of the payment' };
  }
  const refund = {
    transactionId: randomUUID(),
    amountCents,
    reason,
    createdAtMs: store.clock.now(),
    host: hostReport(APPROVED),
  };
  const refunded = store.payments.put({ ...payment, refunds: [...payment.refunds, refund] });
  emitRefundEvent(store, refunded, refund);
  return { payment: refunded, refund };
}

export function refundByHand(
  store: Store,
  payment: Payment,
  amountCents = payment.amountCents - refundedCents(payment),
): Payment {
  const given = refundPayment(store, payment, { amountCents, reason: 'Refunded in the dashboard' });
  if ('objection' in given) throw new Refusal(409, given.objection);
  return given.payment;
}

function answerRefund(store: Store, payment: Payment, { amount, reason }: RefundBody): Answer {
  const given = refundPayment(store, payment, { amountCents: toCents(amount), reason });
  if ('objection' in given) return { status: 400, body: errorBody(given.objection) };
  return { status: 200, body: refundAnswer(given.payment, given.refund) };
}

export function prepareRefund(store: Store, request: FastifyRequest): Prepared {
  const merchant = requirePrivateKey(store, request);
  const body = parseInput(RefundBody, request.body);
  const { id } = findPayment(store, merchant.merchantId, body.id);
  const execute = () => {
    // Read again: the payment may have changed between the request and a late execution.
    const payment = store.payments.get(id);
    if (payment === undefined) return { status: 404, body: errorBody('Transaction not found') };
    return answerRefund(store, payment, body);
  };
  return { merchant, execute };
}

/** The path is known, the body is a guess. Voids an open challenge, or a card charge before its batch closes. */
export function prepareVoid(store: Store, request: FastifyRequest): Prepared {
  const merchant = requirePrivateKey(store, request);
  const body = parseInput(z.strictObject({ id: z.string().min(1) }), request.body);
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
