// Settlement: card payments settle after two days, bank debits settle or fail after two, and a settled debit can
// still be disputed. The control plane can trigger each of these immediately. In Stripe's test mode, debits settle
// within minutes; in live mode it takes up to four business days.
import { Refusal } from '../../refusal.ts';
import type { ReturnCode } from '../../scenarios.ts';
import { disputeAnswer } from '../answers.ts';
import { newId } from '../api/ids.ts';
import { emitEvent } from '../events.ts';
import { emitIntentEvent, failIntent } from '../intents/intent-changes.ts';
import { emitChargeEvent } from '../intents/payment-outcomes.ts';
import { type Charge, type Dispute, nowSeconds, type PaymentIntent, type Store } from '../store.ts';
import { BANK_FAILURES, type Failure } from '../test-data.ts';

const SETTLES_AFTER_MS = 2 * 86_400_000;

function openCharge(store: Store, intent: PaymentIntent): Charge | undefined {
  const charge = store.charges.get(intent.latestCharge ?? '');
  if (charge === undefined || charge.isSettled || charge.status === 'failed') return undefined;
  return charge;
}

export function planSettlement(store: Store, intent: PaymentIntent): PaymentIntent {
  const charge = openCharge(store, intent);
  if (charge === undefined) return intent;
  const { instrument } = charge;
  if (instrument.kind === 'bank' && instrument.scenario === 'stays_processing') return intent;
  store.clock.at(charge.created * 1000 + SETTLES_AFTER_MS, () => {
    const current = store.paymentIntents.get(intent.id);
    if (current !== undefined) settleIntent(store, current);
  });
  return intent;
}

type Debit = { intent: PaymentIntent; charge: Charge };

function failDebit(store: Store, { intent, charge }: Debit, failure: Failure): PaymentIntent {
  const failed = store.charges.put({
    ...charge,
    status: 'failed',
    failure: { ...failure, declineCode: null },
  });
  emitChargeEvent(store, failed, 'charge.failed');
  return failIntent(store, intent, {
    ...failure,
    type: 'card_error',
    charge: charge.id,
    paymentMethod: charge.paymentMethod,
  });
}

function succeedDebit(store: Store, { intent, charge }: Debit): PaymentIntent {
  const settled = store.charges.put({ ...charge, status: 'succeeded', isSettled: true });
  emitChargeEvent(store, settled, 'charge.succeeded');
  const paid = store.paymentIntents.put({ ...intent, status: 'succeeded' });
  return emitIntentEvent(store, paid, 'payment_intent.succeeded');
}

export function settleIntent(store: Store, intent: PaymentIntent): boolean {
  const charge = openCharge(store, intent);
  if (charge === undefined) return false;
  const { instrument } = charge;
  if (instrument.kind === 'card') {
    store.charges.put({ ...charge, isSettled: true });
    return true;
  }
  const failure = BANK_FAILURES[instrument.scenario];
  if (failure !== undefined) {
    failDebit(store, { intent, charge }, failure);
    return true;
  }
  succeedDebit(store, { intent, charge });
  if (instrument.scenario === 'disputed') {
    const paid = store.charges.get(charge.id) ?? charge;
    disputeCharge(store, paid, { reason: 'debit_not_authorized' });
  }
  return true;
}

/** Card networks allow 7 to 21 days. */
const EVIDENCE_WITHIN_SECONDS = 9 * 86_400;

/** Bank disputes cannot be contested, so they are lost as soon as they are opened. */
export function disputeCharge(
  store: Store,
  charge: Charge,
  { reason, amount = charge.amount }: { reason: string; amount?: number | undefined },
): Dispute {
  const disputed = store.charges.put({ ...charge, isDisputed: true });
  const isBank = disputed.instrument.kind === 'bank';
  const { account, paymentIntent } = disputed;
  const dispute = store.disputes.put({
    id: newId('dp'),
    account,
    created: nowSeconds(store),
    charge: disputed.id,
    paymentIntent,
    amount,
    reason,
    status: isBank ? 'lost' : 'needs_response',
    dueBy: isBank ? null : nowSeconds(store) + EVIDENCE_WITHIN_SECONDS,
    evidence: {},
    submissions: 0,
  });
  const object = disputeAnswer(dispute);
  emitEvent(store, { account, type: 'charge.dispute.created', object });
  emitEvent(store, { account, type: 'charge.dispute.funds_withdrawn', object });
  if (isBank) emitEvent(store, { account, type: 'charge.dispute.closed', object });
  return dispute;
}

/** Stripe does not expose Nacha return codes. These are its failure codes and dispute reasons for them. */
const WORDS: Record<ReturnCode, { failure: string; dispute: string }> = {
  R01: { failure: 'insufficient_funds', dispute: 'insufficient_funds' },
  R02: { failure: 'account_closed', dispute: 'bank_cannot_process' },
  R03: { failure: 'no_account', dispute: 'incorrect_account_details' },
  R04: { failure: 'account_number_invalid', dispute: 'incorrect_account_details' },
  R05: { failure: 'debit_not_authorized', dispute: 'debit_not_authorized' },
  R07: { failure: 'debit_not_authorized', dispute: 'debit_not_authorized' },
  R08: { failure: 'refer_to_customer', dispute: 'customer_initiated' },
  R09: { failure: 'insufficient_funds', dispute: 'insufficient_funds' },
  R10: { failure: 'debit_not_authorized', dispute: 'debit_not_authorized' },
  R16: { failure: 'bank_account_restricted', dispute: 'bank_cannot_process' },
  R20: { failure: 'bank_account_restricted', dispute: 'bank_cannot_process' },
  R29: { failure: 'debit_not_authorized', dispute: 'debit_not_authorized' },
};

/** A pending debit fails, whereas the return of a succeeded debit is a dispute. */
export function returnDebit(store: Store, intent: PaymentIntent, code: ReturnCode): PaymentIntent {
  const charge = store.charges.get(intent.latestCharge ?? '');
  if (charge?.instrument.kind !== 'bank') throw new Refusal(400, 'Only bank debits are returned');
  if (charge.status === 'failed' || charge.isDisputed) {
    throw new Refusal(409, 'This debit has already failed');
  }
  const marked = store.charges.put({ ...charge, returnCode: code });
  if (charge.status === 'succeeded') {
    disputeCharge(store, marked, { reason: WORDS[code].dispute });
    return intent;
  }
  const message = 'The bank sent the payment back.';
  return failDebit(store, { intent, charge: marked }, { code: WORDS[code].failure, message });
}
