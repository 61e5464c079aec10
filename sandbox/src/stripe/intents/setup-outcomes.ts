// Applies the successful outcome of a setup intent: the method is saved for its customer.
import { attach } from '../methods/methods.ts';
import type { PaymentMethod, SetupIntent, Store } from '../store.ts';
import { emitIntentEvent } from './intent-changes.ts';

export type SettingUp = { intent: SetupIntent; method: PaymentMethod };

export function finishSetup(store: Store, { intent, method }: SettingUp): SetupIntent {
  const saved = store.paymentMethods.put({
    ...method,
    isSetUp: intent.usage === 'off_session' || method.isSetUp,
  });
  if (intent.customer !== null) attach(store, saved, intent.customer);
  const done = store.setupIntents.put({
    ...intent,
    status: 'succeeded',
    nextAction: null,
    lastError: null,
  });
  return emitIntentEvent(store, done, 'setup_intent.succeeded');
}
