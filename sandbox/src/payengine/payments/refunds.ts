// POST /api/payment/refund: refunds a succeeded payment, partially or fully. Refunding more than
// the remaining amount is rejected; voids before the batch closes are not simulated.
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer } from '../../faults.ts';
import { errorBody, parseInput } from '../../refusal.ts';
import { ChargeAmount, toCents } from '../amount.ts';
import { requirePrivateKey } from '../merchants.ts';
import type { Prepared } from '../operation.ts';
import type { Payment, Store } from '../store.ts';
import { emitRefundEvent } from '../webhooks.ts';
import { refundAnswer } from './answers.ts';
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

function refund(store: Store, payment: Payment, body: RefundBody): Answer {
  const amountCents = toCents(body.amount);
  if (payment.status !== 'succeeded') {
    return { status: 400, body: errorBody('Only a succeeded payment can be refunded') };
  }
  if (amountCents > payment.amountCents - refundedCents(payment)) {
    return { status: 400, body: errorBody('The amount is more than is left of the payment') };
  }
  const given = {
    transactionId: randomUUID(),
    amountCents,
    reason: body.reason,
    createdAtMs: store.clock.now(),
    host: hostReport(APPROVED),
  };
  const refunded = store.payments.put({ ...payment, refunds: [...payment.refunds, given] });
  emitRefundEvent(store, refunded, given);
  return { status: 200, body: refundAnswer(refunded, given) };
}

export function prepareRefund(store: Store, request: FastifyRequest): Prepared {
  const merchant = requirePrivateKey(store, request);
  const body = parseInput(RefundBody, request.body);
  const { id } = findPayment(store, merchant.merchantId, body.id);
  const execute = () => {
    // Read again: the payment may have changed between the request and a late execution.
    const payment = store.payments.get(id);
    if (payment === undefined) return { status: 404, body: errorBody('Transaction not found') };
    return refund(store, payment, body);
  };
  return { merchant, execute };
}
