// The calls for charges, refunds and disputes. A succeeded charge can be refunded partially or fully. Refunds
// beyond the remaining amount and refunds of a disputed charge are rejected.
import { z } from 'zod';
import { type RefundStatus, refundStatusNow } from '../../issuer.ts';
import type { RefundEnd } from '../../processor.ts';
import { Refusal } from '../../refusal.ts';
import { chargeAnswer, disputeAnswer, refundAnswer } from '../answers.ts';
import { ApiError, invalid, missing } from '../api/api-error.ts';
import { Metadata, mergeMetadata, newId } from '../api/ids.ts';
import { listAnswer } from '../api/lists.ts';
import type { Call, PreparedOperation } from '../api/operation.ts';
import { emitEvent } from '../events.ts';
import { emitChargeEvent } from '../intents/payment-outcomes.ts';
import { type Charge, nowSeconds, type PaymentIntent, type Refund, type Store } from '../store.ts';

const RefundParams = z.object({
  amount: z.number().optional(),
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  reason: z.string().optional(),
  metadata: Metadata,
});
type RefundParams = z.infer<typeof RefundParams>;

function findCharge({ store, account }: Call, id: string, param = 'id'): Charge {
  const charge = store.charges.get(id);
  if (charge === undefined || charge.account !== account.id) throw missing('charge', id, param);
  return charge;
}

function chargeToRefund(call: Call, { charge, payment_intent }: RefundParams): Charge {
  if ((charge === undefined) === (payment_intent === undefined)) {
    throw invalid('One of the following params should be provided: payment_intent or charge.', {
      code: 'parameter_missing',
    });
  }
  if (charge !== undefined) return findCharge(call, charge, 'charge');
  const id = payment_intent ?? '';
  const intent = call.store.paymentIntents.get(id);
  if (intent === undefined || intent.account !== call.account.id) {
    throw missing('payment_intent', id, 'payment_intent');
  }
  if (intent.latestCharge === null) {
    throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
    });
  }
  return findCharge(call, intent.latestCharge);
}

function dollars(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `$${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function amountToRefund(charge: Charge, { amount }: Pick<RefundParams, 'amount'>): number {
  const left = charge.amount - charge.amountRefunded;
  if (charge.status !== 'succeeded') {
    throw invalid(`Charge ${charge.id} has not succeeded and cannot be refunded.`, {
      code: 'charge_not_refundable',
    });
  }
  if (charge.isDisputed) {
    const code = 'charge_disputed';
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code });
  }
  if (left === 0) {
    const code = 'charge_already_refunded';
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code });
  }
  const wanted = amount ?? left;
  if (wanted < 1) {
    throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer' });
  }
  if (wanted <= left) return wanted;
  throw invalid(
    `Refund amount (${dollars(wanted)}) is greater than unrefunded amount on charge ` +
      `(${dollars(left)})`,
    { param: 'amount' },
  );
}

const DAY_MS = 86_400_000;
/** The documentation of the test cards only says "some time later". */
const CARD_REFUND_ENDS_AFTER_MS = DAY_MS;
const BANK_REFUND_ENDS_AFTER_MS = 2 * DAY_MS;

type End = Omit<RefundEnd, 'transactionId'>;
type Course = { status: RefundStatus; later: (End & { afterMs: number }) | null };

/** Refunds of bank debits are pending for days; refunds of two published test cards end later. */
function toCourse({ instrument }: Charge): Course {
  const isBank = instrument.kind === 'bank';
  const afterMs = isBank ? BANK_REFUND_ENDS_AFTER_MS : CARD_REFUND_ENDS_AFTER_MS;
  if (isBank || instrument.scenario === 'refund_pending') {
    return { status: 'pending', later: { status: 'succeeded', reason: '', afterMs } };
  }
  const reason = 'expired_or_canceled_card';
  const isFailing = instrument.scenario === 'refund_fails';
  return { status: 'succeeded', later: isFailing ? { status: 'failed', reason, afterMs } : null };
}

function emitRefundEvents(store: Store, refund: Refund, types: readonly RefundEvent[]): void {
  const object = refundAnswer(store, refund);
  for (const type of types) emitEvent(store, { account: refund.account, type, object });
}
type RefundEvent = 'refund.created' | 'refund.updated' | 'refund.failed' | 'charge.refund.updated';

function giveBack(store: Store, { charge: id, amount }: Refund): void {
  const charge = store.charges.get(id);
  if (charge) store.charges.put({ ...charge, amountRefunded: charge.amountRefunded - amount });
}

function end(store: Store, refund: Refund, { status, reason }: End): void {
  if (refund.status === status || refund.status === 'failed') return;
  const failureReason = status === 'failed' ? reason : null;
  const ended = store.refunds.put({ ...refund, status, failureReason });
  if (status === 'failed') giveBack(store, ended);
  emitRefundEvents(store, ended, [
    'refund.updated',
    'charge.refund.updated',
    ...(status === 'failed' ? (['refund.failed'] as const) : []),
  ]);
}

export function planRefundEnd(store: Store, { id, charge, created }: Refund): void {
  const refunded = store.charges.get(charge);
  const later = refunded && toCourse(refunded).later;
  if (!later) return;
  store.clock.at(created * 1000 + later.afterMs, () => {
    const current = store.refunds.get(id);
    if (current) end(store, current, later);
  });
}

export function endRefund(store: Store, intent: PaymentIntent, how: RefundEnd): PaymentIntent {
  const ofIntent = store.refunds.all().filter(({ paymentIntent }) => paymentIntent === intent.id);
  const refund = ofIntent.findLast(({ status }) => status !== 'failed');
  if (refund === undefined) throw new Refusal(409, 'This charge has no refund that can end');
  end(store, refund, how);
  return intent;
}

function refundCharge(
  store: Store,
  charge: Charge,
  params: Pick<RefundParams, 'amount' | 'reason' | 'metadata'>,
) {
  const amount = amountToRefund(charge, params);
  const status = refundStatusNow(toCourse(charge).status);
  const refund = store.refunds.put({
    id: newId('re'),
    account: charge.account,
    created: nowSeconds(store),
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    amount,
    reason: params.reason ?? null,
    metadata: mergeMetadata({}, params.metadata),
    status,
    failureReason: status === 'failed' ? 'declined' : null,
  });
  if (status !== 'failed') {
    const amountRefunded = charge.amountRefunded + amount;
    emitChargeEvent(store, store.charges.put({ ...charge, amountRefunded }), 'charge.refunded');
    planRefundEnd(store, refund);
  }
  emitRefundEvents(store, refund, ['refund.created']);
  return refundAnswer(store, refund);
}

export function refundByHand(store: Store, intent: PaymentIntent, amount?: number): PaymentIntent {
  const charge = store.charges.get(intent.latestCharge ?? '');
  if (charge === undefined) throw new Refusal(409, 'Nothing was charged');
  try {
    refundCharge(store, charge, { amount });
  } catch (error) {
    if (error instanceof ApiError) throw new Refusal(409, error.message);
    throw error;
  }
  return intent;
}

export function createRefund(call: Call): PreparedOperation {
  const params = RefundParams.parse(call.params);
  const { id } = chargeToRefund(call, params);
  return { execute: () => refundCharge(call.store, findCharge(call, id), params) };
}

export function retrieveRefund(call: Call): PreparedOperation {
  const id = call.path['id'] ?? '';
  const refund = call.store.refunds.get(id);
  if (refund === undefined || refund.account !== call.account.id) throw missing('refund', id);
  return { execute: () => refundAnswer(call.store, refund) };
}

const Filter = z.object({ charge: z.string().optional(), payment_intent: z.string().optional() });

type OfCharge = { charge: string; paymentIntent: string };

function isWanted(row: OfCharge, { charge, payment_intent }: z.infer<typeof Filter>): boolean {
  return (
    (charge === undefined || row.charge === charge) &&
    (payment_intent === undefined || row.paymentIntent === payment_intent)
  );
}

export function listRefunds(call: Call): PreparedOperation {
  const filter = Filter.parse(call.params);
  const { store } = call;
  const rows = store.refunds.all().filter((row) => isWanted(row, filter));
  const show = (row: (typeof rows)[number]) => refundAnswer(store, row);
  return { execute: () => listAnswer(call, { url: '/v1/refunds', rows, show }) };
}

export function retrieveCharge(call: Call): PreparedOperation {
  const charge = findCharge(call, call.path['id'] ?? '');
  return { execute: () => chargeAnswer(call.store, charge) };
}

const ChargeFilter = z.object({
  customer: z.string().optional(),
  payment_intent: z.string().optional(),
});

export function listCharges(call: Call): PreparedOperation {
  const { customer, payment_intent } = ChargeFilter.parse(call.params);
  const { store } = call;
  const rows = store.charges
    .all()
    .filter((row) => customer === undefined || row.customer === customer)
    .filter((row) => payment_intent === undefined || row.paymentIntent === payment_intent);
  const show = (row: Charge) => chargeAnswer(store, row);
  return { execute: () => listAnswer(call, { url: '/v1/charges', rows, show }) };
}

export function retrieveDispute(call: Call): PreparedOperation {
  const id = call.path['id'] ?? '';
  const dispute = call.store.disputes.get(id);
  if (dispute === undefined || dispute.account !== call.account.id) throw missing('dispute', id);
  return { execute: () => disputeAnswer(dispute) };
}

export function listDisputes(call: Call): PreparedOperation {
  const filter = Filter.parse(call.params);
  const rows = call.store.disputes.all().filter((row) => isWanted(row, filter));
  return { execute: () => listAnswer(call, { url: '/v1/disputes', rows, show: disputeAnswer }) };
}
