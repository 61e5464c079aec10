// Applies the outcome of confirming a setup intent: a method saved for its customer, a next action
// or a decline.
import { setupIntentAnswer } from '../answers.ts';
import { ApiError } from '../api/api-error.ts';
import { type EventType, emitEvent } from '../events.ts';
import { attach } from '../methods/methods.ts';
import type { IntentError, NextAction, PaymentMethod, SetupIntent, Store } from '../store.ts';
import { intentErrorAnswer } from './intent-answers.ts';

export function emitSetupEvent(store: Store, intent: SetupIntent, type: EventType): SetupIntent {
  const { account } = intent;
  emitEvent(store, { account, type, object: setupIntentAnswer(store, intent) });
  return intent;
}

export type SettingUp = { intent: SetupIntent; method: PaymentMethod };

export function finishSetup(store: Store, { intent, method }: SettingUp): SetupIntent {
  const kept = store.paymentMethods.put({
    ...method,
    isSetUp: intent.usage === 'off_session' || method.isSetUp,
  });
  if (intent.customer !== null) attach(store, kept, intent.customer);
  const done = store.setupIntents.put({
    ...intent,
    status: 'succeeded',
    nextAction: null,
    lastError: null,
  });
  return emitSetupEvent(store, done, 'setup_intent.succeeded');
}

export function awaitSetup(store: Store, intent: SetupIntent, action: NextAction): SetupIntent {
  const waiting = store.setupIntents.put({
    ...intent,
    status: 'requires_action',
    nextAction: action,
    lastError: null,
  });
  return emitSetupEvent(store, waiting, 'setup_intent.requires_action');
}

export function failSetup(store: Store, intent: SetupIntent, error: IntentError): SetupIntent {
  const failed = store.setupIntents.put({
    ...intent,
    status: 'requires_payment_method',
    paymentMethod: null,
    nextAction: null,
    lastError: error,
  });
  return emitSetupEvent(store, failed, 'setup_intent.setup_failed');
}

export function setupDeclinedError(store: Store, intent: SetupIntent): ApiError {
  const error = intentErrorAnswer(store, intent.lastError);
  const message = intent.lastError?.message ?? 'Your card was declined.';
  return new ApiError(402, { ...error, message, setup_intent: setupIntentAnswer(store, intent) });
}
