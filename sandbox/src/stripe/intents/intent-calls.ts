// The calls that payment and setup intents share. `find` looks up the intent of a call and throws if there is none.
// It runs again on execution because the intent may have changed by then.
import { z } from 'zod';
import { invalid } from '../api/api-error.ts';
import type { Call, PreparedOperation } from '../api/operation.ts';
import { nowSeconds, type Store } from '../store.ts';
import { type Confirmation, readConfirmation } from './confirmations.ts';
import { emitIntentEvent, putIntent } from './intent-changes.ts';
import { type AnyIntent, checkSharedParams, showIntent } from './intents.ts';

type Find<Intent> = (call: Call) => Intent;

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export function requireOpen(call: Call, intent: AnyIntent, verb: string): void {
  if (OPEN.includes(intent.status)) return;
  const name = intent.kind === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  throw invalid(
    `You cannot ${verb} this ${name} because it has a status of ${intent.status}. Only a ` +
      `${name} with one of the following statuses may be used: ${OPEN.join(', ')}.`,
    { code: `${intent.kind}_unexpected_state`, [intent.kind]: showIntent(call, intent) },
  );
}

export function retrieveIntent(find: Find<AnyIntent>) {
  return (call: Call): PreparedOperation => {
    find(call);
    return { execute: () => showIntent(call, find(call)) };
  };
}

type Confirm<Intent> = (store: Store, intent: Intent, confirmation: Confirmation) => Intent;

export function confirmIntent<Intent extends AnyIntent>(
  find: Find<Intent>,
  confirm: Confirm<Intent>,
) {
  return (call: Call): PreparedOperation => {
    const intent = find(call);
    checkSharedParams(call, true);
    requireOpen(call, intent, 'confirm');
    const confirmation = readConfirmation(call, intent);
    const execute = () => {
      const current = find(call);
      requireOpen(call, current, 'confirm');
      return showIntent(call, confirm(call.store, current, confirmation));
    };
    if (intent.kind === 'setup_intent') return { execute };
    const isBank = confirmation.source.preview.instrument.kind === 'bank';
    return { operation: isBank ? 'ach' : 'sale', execute };
  };
}

const CancelParams = z.object({ cancellation_reason: z.string().optional() });

export function cancelIntent(find: Find<AnyIntent>) {
  return (call: Call): PreparedOperation => {
    requireOpen(call, find(call), 'cancel');
    const { cancellation_reason: reason } = CancelParams.parse(call.params);
    const { store } = call;
    const execute = () => {
      const current = find(call);
      requireOpen(call, current, 'cancel');
      const canceled = putIntent(store, {
        ...current,
        status: 'canceled' as const,
        nextAction: null,
        canceledAt: nowSeconds(store),
        cancellationReason: reason ?? null,
      });
      return showIntent(call, emitIntentEvent(store, canceled, `${current.kind}.canceled`));
    };
    return { execute };
  };
}
