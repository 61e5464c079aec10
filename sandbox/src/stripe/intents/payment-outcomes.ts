// Applies the outcome of confirming a payment intent: a charge, a next action or a decline. Every
// change of an intent emits its event here.
import { chargeAnswer, paymentIntentAnswer } from '../answers.ts';
import { ApiError } from '../api/api-error.ts';
import { newId } from '../api/ids.ts';
import { type EventType, emitEvent } from '../events.ts';
import { attach } from '../methods/methods.ts';
import {
  type Charge,
  type IntentError,
  type NextAction,
  nowSeconds,
  type PaymentIntent,
  type PaymentMethod,
  type Store,
} from '../store.ts';
import type { Decline } from '../test-data.ts';
import type { InstrumentOutcome } from './instrument-outcomes.ts';
import { intentErrorAnswer } from './intent-answers.ts';

export function emitIntentEvent(
  store: Store,
  intent: PaymentIntent,
  type: EventType,
): PaymentIntent {
  const { account } = intent;
  emitEvent(store, { account, type, object: paymentIntentAnswer(store, intent) });
  return intent;
}

export function emitChargeEvent(store: Store, charge: Charge, type: EventType): void {
  emitEvent(store, { account: charge.account, type, object: chargeAnswer(store, charge) });
}

export type Paying = { intent: PaymentIntent; method: PaymentMethod };

type Result = { status: Charge['status']; failure?: Charge['failure'] };

function bookCharge(
  store: Store,
  { intent, method }: Paying,
  { status, failure = null }: Result,
): Charge {
  return store.charges.put({
    id: newId(method.instrument.kind === 'card' ? 'ch' : 'py'),
    account: intent.account,
    created: nowSeconds(store),
    paymentIntent: intent.id,
    paymentMethod: method.id,
    customer: intent.customer,
    description: intent.description,
    metadata: intent.metadata,
    amount: intent.amount,
    instrument: method.instrument,
    billing: method.billing,
    status,
    failure,
    amountRefunded: 0,
    isDisputed: false,
    isSettled: false,
    returnCode: null,
  });
}

/** Attached to the customer if the merchant requested it; otherwise usable once. */
function keepOrSpend(store: Store, { intent, method }: Paying): void {
  const { setupFutureUsage, customer } = intent;
  if (setupFutureUsage !== null && customer !== null) {
    const isSetUp = setupFutureUsage === 'off_session' || method.isSetUp;
    attach(store, store.paymentMethods.put({ ...method, isSetUp }), customer);
  } else if (method.customer === null) {
    store.paymentMethods.put({ ...method, isSpent: true });
  }
}

export function succeed(store: Store, paying: Paying): PaymentIntent {
  const charge = bookCharge(store, paying, { status: 'succeeded' });
  keepOrSpend(store, paying);
  const intent = store.paymentIntents.put({
    ...paying.intent,
    status: 'succeeded',
    latestCharge: charge.id,
    nextAction: null,
    lastError: null,
  });
  emitChargeEvent(store, charge, 'charge.succeeded');
  return emitIntentEvent(store, intent, 'payment_intent.succeeded');
}

export function startDebit(store: Store, paying: Paying): PaymentIntent {
  const charge = bookCharge(store, paying, { status: 'pending' });
  keepOrSpend(store, paying);
  const intent = store.paymentIntents.put({
    ...paying.intent,
    status: 'processing',
    latestCharge: charge.id,
    nextAction: null,
    lastError: null,
  });
  emitChargeEvent(store, charge, 'charge.pending');
  return emitIntentEvent(store, intent, 'payment_intent.processing');
}

export function awaitPayer(store: Store, intent: PaymentIntent, action: NextAction): PaymentIntent {
  const waiting = store.paymentIntents.put({
    ...intent,
    status: 'requires_action',
    nextAction: action,
    lastError: null,
  });
  return emitIntentEvent(store, waiting, 'payment_intent.requires_action');
}

/** The intent requires another method; `error` is the reason. */
export function fail(store: Store, intent: PaymentIntent, error: IntentError): PaymentIntent {
  const failed = store.paymentIntents.put({
    ...intent,
    status: 'requires_payment_method',
    paymentMethod: null,
    nextAction: null,
    lastError: error,
  });
  return emitIntentEvent(store, failed, 'payment_intent.payment_failed');
}

export function decline(store: Store, paying: Paying, reason: Decline): PaymentIntent {
  const { code, decline_code, message } = reason;
  const failure = { code, declineCode: decline_code, message };
  const charge = bookCharge(store, paying, { status: 'failed', failure });
  emitChargeEvent(store, charge, 'charge.failed');
  const error = { ...reason, type: 'card_error', charge: charge.id } as const;
  const intent = { ...paying.intent, latestCharge: charge.id };
  return fail(store, intent, { ...error, paymentMethod: paying.method.id });
}

/** The 402 with the details of the decline, the intent included. */
export function declinedError(store: Store, intent: PaymentIntent): ApiError {
  const error = intentErrorAnswer(store, intent.lastError);
  const message = intent.lastError?.message ?? 'Your card was declined.';
  const payment_intent = paymentIntentAnswer(store, intent);
  return new ApiError(402, { ...error, message, payment_intent });
}

export const AUTHENTICATION_FAILED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method ' +
    'and try again.',
} as const;

/** For outcomes without a next action; the caller handles the others. */
export function recordCharge(
  store: Store,
  paying: Paying,
  outcome: Extract<InstrumentOutcome, { kind: 'approved' | 'processing' | 'declined' }>,
): PaymentIntent {
  switch (outcome.kind) {
    case 'approved':
      return succeed(store, paying);
    case 'processing':
      return startDebit(store, paying);
    case 'declined':
      return decline(store, paying, outcome.decline);
  }
}
