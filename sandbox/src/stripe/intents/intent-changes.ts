// Changes that payment and setup intents share. Each is stored in the table of the intent's kind and announced by
// an event.
import { intentView } from '../answers.ts';
import { ApiError } from '../api/api-error.ts';
import { type EventType, emitEvent } from '../events.ts';
import type { IntentError, NextAction, Store } from '../store.ts';
import { intentErrorAnswer } from './intent-answers.ts';
import type { AnyIntent } from './intents.ts';

export function putIntent<Intent extends AnyIntent>(store: Store, intent: Intent): Intent {
  if (intent.kind === 'payment_intent') store.paymentIntents.put(intent);
  else store.setupIntents.put(intent);
  return intent;
}

export function emitIntentEvent<Intent extends AnyIntent>(
  store: Store,
  intent: Intent,
  type: EventType,
): Intent {
  emitEvent(store, { account: intent.account, type, object: intentView(store, intent) });
  return intent;
}

export function requireAction<Intent extends AnyIntent>(
  store: Store,
  intent: Intent,
  nextAction: NextAction,
): Intent {
  const status = 'requires_action' as const;
  const waiting = putIntent(store, { ...intent, status, nextAction, lastError: null });
  return emitIntentEvent(store, waiting, `${intent.kind}.requires_action`);
}

export function failIntent<Intent extends AnyIntent>(
  store: Store,
  intent: Intent,
  lastError: IntentError,
): Intent {
  const failed = putIntent(store, {
    ...intent,
    status: 'requires_payment_method' as const,
    paymentMethod: null,
    nextAction: null,
    lastError,
  });
  const isPayment = intent.kind === 'payment_intent';
  const type = isPayment ? 'payment_intent.payment_failed' : 'setup_intent.setup_failed';
  return emitIntentEvent(store, failed, type);
}

export function declinedError(store: Store, intent: AnyIntent): ApiError {
  const error = intentErrorAnswer(store, intent.lastError);
  const message = intent.lastError?.message ?? 'Your card was declined.';
  return new ApiError(402, { ...error, message, [intent.kind]: intentView(store, intent) });
}
