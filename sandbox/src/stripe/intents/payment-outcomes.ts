import { chargeAnswer } from '../answers.ts';
import { newId } from '../api/ids.ts';
import { type EventType, emitEvent } from '../events.ts';
import { attach } from '../methods/methods.ts';
import {
  type Charge,
  nowSeconds,
  type PaymentIntent,
  type PaymentMethod,
  type Store,
} from '../store.ts';
import type { Decline } from '../test-data.ts';
import type { InstrumentOutcome } from './instrument-outcomes.ts';
import { emitIntentEvent, failIntent } from './intent-changes.ts';

export function emitChargeEvent(store: Store, charge: Charge, type: EventType): void {
  emitEvent(store, { account: charge.account, type, object: chargeAnswer(store, charge) });
}

export type PaymentContext = { intent: PaymentIntent; method: PaymentMethod };

type Result = { status: Charge['status']; failure?: Charge['failure'] };

function putCharge(
  store: Store,
  { intent, method }: PaymentContext,
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

/** The method is attached to the customer if the merchant requested it. Otherwise it can be used only once. */
function saveOrUseUp(store: Store, { intent, method }: PaymentContext): void {
  const { setupFutureUsage, customer } = intent;
  if (setupFutureUsage !== null && customer !== null) {
    const isSetUp = setupFutureUsage === 'off_session' || method.isSetUp;
    attach(store, store.paymentMethods.put({ ...method, isSetUp }), customer);
  } else if (method.customer === null) {
    store.paymentMethods.put({ ...method, isSpent: true });
  }
}

type StartedStates = { charge: 'succeeded' | 'pending'; intent: 'succeeded' | 'processing' };

function startCharge(store: Store, paying: PaymentContext, status: StartedStates): PaymentIntent {
  const charge = putCharge(store, paying, { status: status.charge });
  saveOrUseUp(store, paying);
  const intent = store.paymentIntents.put({
    ...paying.intent,
    status: status.intent,
    latestCharge: charge.id,
    nextAction: null,
    lastError: null,
  });
  emitChargeEvent(store, charge, `charge.${status.charge}`);
  return emitIntentEvent(store, intent, `payment_intent.${status.intent}`);
}

export function startDebit(store: Store, paying: PaymentContext): PaymentIntent {
  return startCharge(store, paying, { charge: 'pending', intent: 'processing' });
}

export function decline(store: Store, paying: PaymentContext, reason: Decline): PaymentIntent {
  const { code, decline_code, message } = reason;
  const failure = { code, declineCode: decline_code, message };
  const charge = putCharge(store, paying, { status: 'failed', failure });
  emitChargeEvent(store, charge, 'charge.failed');
  const error = { ...reason, type: 'card_error', charge: charge.id } as const;
  const intent = { ...paying.intent, latestCharge: charge.id };
  return failIntent(store, intent, { ...error, paymentMethod: paying.method.id });
}

export const AUTHENTICATION_FAILED = {
  type: 'invalid_request_error',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method ' +
    'and try again.',
} as const;

export function recordCharge(
  store: Store,
  paying: PaymentContext,
  outcome: Extract<InstrumentOutcome, { kind: 'approved' | 'processing' | 'declined' }>,
): PaymentIntent {
  switch (outcome.kind) {
    case 'approved':
      return startCharge(store, paying, { charge: 'succeeded', intent: 'succeeded' });
    case 'processing':
      return startDebit(store, paying);
    case 'declined':
      return decline(store, paying, outcome.decline);
  }
}
