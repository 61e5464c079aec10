// 3-D Secure: a payment that waits for the payer, the challenge in a frame of the sandbox, and the lookup by the
// merchant's server. The browser receives only "authenticated"; only the server gets the result of the charge.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isForeignOrigin } from '../../own-origin.ts';
import { parseInput, Refusal } from '../../refusal.ts';
import { fromCents } from '../amount.ts';
import { requireOwn, requireReader } from '../merchants.ts';
import type { PreparedOperation } from '../operation.ts';
import { hash, type Payment, type Store } from '../store.ts';
import { emitEvent } from '../webhooks.ts';
import { saleAnswer } from './answers.ts';
import { AUTHENTICATION_FAILED, cardOutcome, type HostOutcome, hostReport } from './host.ts';
import { findPayment } from './payments.ts';
import { planSettlement } from './settlement.ts';

const CHALLENGE_EXPIRES_AFTER_MS = 15 * 60_000;

function conclude(store: Store, payment: Payment, end: ChallengeEnd): Payment {
  const { hostOutcome, authenticated, status } = end;
  const concluded = store.payments.put({
    ...payment,
    status,
    host: hostReport(hostOutcome),
    threeDs: payment.threeDs && {
      ...payment.threeDs,
      status: authenticated ? 'succeeded' : 'failed',
    },
  });
  emitEvent(store, concluded, status === 'succeeded' ? 'PAYMENT_SALE' : 'PAYMENT_FAILED');
  planSettlement(store, concluded);
  return concluded;
}

type ChallengeEnd = {
  hostOutcome: HostOutcome;
  authenticated: boolean;
  status: 'succeeded' | 'failed' | 'cancelled';
};

export function planExpiry(store: Store, payment: Payment): void {
  store.clock.at(payment.createdAtMs + CHALLENGE_EXPIRES_AFTER_MS, () => {
    const current = store.payments.get(payment.id);
    if (current?.status !== 'pending_3dsauth') return;
    const end = { hostOutcome: AUTHENTICATION_FAILED, authenticated: false } as const;
    conclude(store, current, { ...end, status: 'cancelled' });
  });
}

const ChallengeKey = z.strictObject({ t: z.string(), s: z.string() });
const ChallengeResult = z.strictObject({
  t: z.string(),
  s: z.string(),
  outcome: z.enum(['complete', 'fail']),
});

function findChallenge(store: Store, key: z.infer<typeof ChallengeKey>): Payment {
  const payment = store.payments
    .all()
    .find((candidate) => candidate.transactionId === key.t && candidate.threeDs !== null);
  if (payment?.threeDs?.secretHash !== hash(key.s)) throw new Refusal(404, 'Challenge not found');
  return payment;
}

function requireOwnPage(request: FastifyRequest): void {
  if (isForeignOrigin(request)) throw new Refusal(403, 'Only the challenge page may call this');
}

export function viewChallenge(store: Store, request: FastifyRequest) {
  requireOwnPage(request);
  const payment = findChallenge(store, parseInput(ChallengeKey, request.body));
  return {
    amount: fromCents(payment.amountCents),
    currency: payment.currency,
    merchant: payment.merchantId,
    last4: payment.instrument.last4,
    open: payment.status === 'pending_3dsauth',
  };
}

export function answerChallenge(store: Store, request: FastifyRequest) {
  requireOwnPage(request);
  const { outcome, ...key } = parseInput(ChallengeResult, request.body);
  const payment = findChallenge(store, key);
  if (payment.status !== 'pending_3dsauth') throw new Refusal(409, 'Already answered');
  if (payment.instrument.kind !== 'card') throw new Refusal(404, 'Challenge not found');
  if (outcome === 'fail') {
    const end = { hostOutcome: AUTHENTICATION_FAILED, authenticated: false } as const;
    conclude(store, payment, { ...end, status: 'failed' });
    return { success: false };
  }
  const hostOutcome = cardOutcome(payment.instrument, store.clock);
  const status = hostOutcome.status === 'PASS' ? 'succeeded' : 'failed';
  conclude(store, payment, { hostOutcome, authenticated: true, status });
  return { success: true };
}

const Params = z.object({ merchantId: z.string(), transactionId: z.string() });

/** GET /api/merchant/:merchantId/3dstransaction/:transactionId */
export function prepareThreeDsLookup(store: Store, request: FastifyRequest): PreparedOperation {
  const merchant = requireReader(store, request);
  const { merchantId, transactionId } = parseInput(Params, request.params);
  requireOwn(merchant, merchantId);
  const payment = findPayment(store, merchantId, transactionId);
  if (payment.threeDs === null) throw new Refusal(404, 'Transaction not found');
  const execute = () => ({
    status: 200,
    body: saleAnswer(store.payments.get(payment.id) ?? payment),
  });
  return { merchant, execute };
}
