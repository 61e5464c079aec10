// Settlement: cards settle after one day, bank debits settle or are returned after two. The control plane can
// settle or return them immediately, or return a debit that has already settled.
import { Refusal } from '../../refusal.ts';
import { RETURN_REASONS, type ReturnCode } from '../../scenarios.ts';
import type { Payment, Store } from '../store.ts';
import { emitEvent } from '../webhooks.ts';

const DAY_MS = 86_400_000;
const CARD_SETTLES_AFTER_MS = DAY_MS;
const ACH_SETTLES_AFTER_MS = 2 * DAY_MS;

function isOpen(payment: Payment): boolean {
  if (payment.instrument.kind === 'bank') return payment.status === 'pending';
  return payment.status === 'succeeded' && !payment.settled;
}

export function planSettlement(store: Store, payment: Payment): void {
  if (!isOpen(payment)) return;
  const isCard = payment.instrument.kind === 'card';
  const afterMs = isCard ? CARD_SETTLES_AFTER_MS : ACH_SETTLES_AFTER_MS;
  store.clock.at(payment.createdAtMs + afterMs, () => {
    const current = store.payments.get(payment.id);
    if (current !== undefined) settlePayment(store, current);
  });
}

function markReturned(store: Store, payment: Payment, returnCode: ReturnCode): Payment {
  const host = {
    ...payment.host,
    status: 'FAIL',
    responseCode: returnCode,
    responseMessage: RETURN_REASONS[returnCode],
  } as const;
  const change = { status: 'failed', settled: false, returnCode, host } as const;
  const returned = store.payments.put({ ...payment, ...change });
  emitEvent(store, returned, 'PAYMENT_FAILED');
  return returned;
}

export function settlePayment(store: Store, payment: Payment): boolean {
  if (!isOpen(payment)) return false;
  if (payment.instrument.kind === 'card') {
    store.payments.put({ ...payment, settled: true });
    return true;
  }
  const { returnCode } = payment.instrument;
  if (returnCode !== null) {
    markReturned(store, payment, returnCode);
    return true;
  }
  const settled = store.payments.put({ ...payment, status: 'succeeded', settled: true });
  emitEvent(store, settled, 'PAYMENT_ACH');
  return true;
}

export function returnPayment(store: Store, payment: Payment, code: ReturnCode): Payment {
  if (payment.instrument.kind !== 'bank') throw new Refusal(400, 'Only bank debits are returned');
  if (payment.status !== 'pending' && payment.status !== 'succeeded') {
    throw new Refusal(409, 'This debit has already failed');
  }
  return markReturned(store, payment, code);
}
