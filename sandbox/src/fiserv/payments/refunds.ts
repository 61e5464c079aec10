// POST /payments/v1/refunds refunds a captured charge, partially or fully. POST /payments/v1/cancels voids a charge
// before settlement. Each references the original charge.
import { refundStatusNow } from '../../issuer.ts';
import type { RefundEnd } from '../../processor.ts';
import { Refusal } from '../../refusal.ts';
import { toCents } from '../api/amount.ts';
import { type SecondaryBody as Body, SecondaryBody } from '../api/bodies.ts';
import {
  errorAnswer,
  type GatewayError,
  parseBody,
  refusal,
  traceId,
} from '../api/gateway-error.ts';
import { type Call, requireOwn } from '../api/merchants.ts';
import type { PreparedOperation } from '../api/operation.ts';
import type { Refund, Store, Transaction } from '../store.ts';
import { refundAnswer, transactionAnswer } from './answers.ts';
import { toMerchantIds } from './charges.ts';
import { digits } from './host.ts';
import { findCharge } from './transactions.ts';

function sumRefunds(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
}

export function refundedCents({ refunds }: Transaction): number {
  return sumRefunds(refunds.filter(({ status }) => status === 'succeeded'));
}

function leftCents({ amountCents, refunds }: Transaction): number {
  return amountCents - sumRefunds(refunds.filter(({ status }) => status !== 'failed'));
}

export function endRefund(store: Store, charge: Transaction, { status }: RefundEnd): Transaction {
  const refund = charge.refunds.findLast((each) => each.status !== 'failed');
  if (refund === undefined) throw new Refusal(409, 'This charge has no refund that can end');
  const refunds = charge.refunds.map((each) => (each === refund ? { ...each, status } : each));
  return store.transactions.put({ ...charge, refunds });
}

function readBody(call: Call): Body {
  const body = parseBody(SecondaryBody, call.body);
  requireOwn(call, body.merchantDetails);
  return body;
}

function asAnswer(call: Call, { status, detail }: GatewayError) {
  const { apiTraceId, clientRequestId } = call;
  return errorAnswer(status, { apiTraceId, clientRequestId }, detail);
}

const LOCKED = refusal('304', 'Refund/Cancel Locked or Not Supported for Payment Source');
const TOO_MUCH = refusal('423', 'Invalid Amount', 'amount.total');

function objection(charge: Transaction, amountCents: number): GatewayError | undefined {
  if (charge.state !== 'CAPTURED' && charge.state !== 'SETTLED') return LOCKED;
  return amountCents > leftCents(charge) || amountCents === 0 ? TOO_MUCH : undefined;
}

type Names = Pick<Refund, 'clientRequestId' | 'merchantIds'>;
type ChargeRefundPair = { charge: Transaction; refund: Refund };

function refundCharge(
  store: Store,
  charge: Transaction,
  asked: Names & { amountCents: number | undefined },
): ChargeRefundPair | GatewayError {
  const { amountCents = leftCents(charge), ...names } = asked;
  const against = objection(charge, amountCents);
  if (against !== undefined) return against;
  const refund: Refund = {
    transactionId: traceId(),
    ...names,
    amountCents,
    approvalCode: `OK${digits(4)}`,
    createdAtMs: store.clock.now(),
    status: refundStatusNow('succeeded'),
  };
  const refunded = store.transactions.put({ ...charge, refunds: [...charge.refunds, refund] });
  return { charge: refunded, refund };
}

export function refundByHand(store: Store, charge: Transaction, amountCents?: number): Transaction {
  const names = { clientRequestId: traceId(), merchantIds: toMerchantIds(undefined) };
  const given = refundCharge(store, charge, { ...names, amountCents });
  if ('detail' in given) throw new Refusal(409, given.message);
  return given.charge;
}

export function prepareRefund(store: Store, call: Call): PreparedOperation {
  const body = readBody(call);
  const { transactionId } = findCharge(store, call, body.referenceTransactionDetails);
  const { clientRequestId } = call;
  const merchantIds = toMerchantIds(body.transactionDetails);
  const amountCents = body.amount && toCents(body.amount.total);
  const execute = () => {
    // The charge is read again because it may have changed between the request and a late execution.
    const charge = findCharge(store, call, { referenceTransactionId: transactionId });
    const given = refundCharge(store, charge, { clientRequestId, merchantIds, amountCents });
    if ('detail' in given) return asAnswer(call, given);
    return { status: 201, body: refundAnswer(given.charge, given.refund) };
  };
  return { operation: 'refund', execute };
}

function isCancellable({ state, settled, refunds }: Transaction): boolean {
  return (state === 'AUTHORIZED' || state === 'CAPTURED') && !settled && refunds.length === 0;
}

export function prepareCancel(store: Store, call: Call): PreparedOperation {
  const body = readBody(call);
  const { transactionId, amountCents } = findCharge(store, call, body.referenceTransactionDetails);
  if (body.amount !== undefined && toCents(body.amount.total) !== amountCents) throw TOO_MUCH;
  const execute = () => {
    const charge = findCharge(store, call, { referenceTransactionId: transactionId });
    if (!isCancellable(charge)) return asAnswer(call, LOCKED);
    const voided = store.transactions.put({ ...charge, state: 'VOIDED' });
    return { status: 200, body: transactionAnswer(voided, call.merchant) };
  };
  return { operation: 'refund', execute };
}
