// The calls for setup intents, which save a method without a charge: create, retrieve, confirm,
// update, cancel, list.
import { z } from 'zod';
import { setupIntentAnswer } from '../answers.ts';
import { mergeMetadata } from '../api/ids.ts';
import { listAnswer } from '../api/lists.ts';
import type { Call, PreparedOperation } from '../api/operation.ts';
import { FUTURE_USAGES, type SetupIntent, type Store } from '../store.ts';
import { type Confirmation, readConfirmation, takeMethod } from './confirmations.ts';
import { instrumentOutcome } from './instrument-outcomes.ts';
import { cancelIntent, confirmIntent, requireOpen, retrieveIntent } from './intent-calls.ts';
import { declinedError, emitIntentEvent, failIntent, requireAction } from './intent-changes.ts';
import {
  checkSharedParams,
  findSetupIntent,
  newIntent,
  requireCustomer,
  SharedParams,
  showIntent,
} from './intents.ts';
import { planMicrodeposits } from './microdeposits.ts';
import { challengeAction, microdepositsAction } from './next-actions.ts';
import { finishSetup } from './setup-outcomes.ts';

const CreateParams = SharedParams.extend({
  confirm: z.boolean().default(false),
  usage: z.enum(FUTURE_USAGES).default('off_session'),
});

function confirm(store: Store, intent: SetupIntent, confirmation: Confirmation): SetupIntent {
  const method = takeMethod(store, intent, confirmation);
  const confirmed = store.setupIntents.put({ ...intent, paymentMethod: method.id });
  const outcome = instrumentOutcome(store, method, { isSetup: true });
  switch (outcome.kind) {
    case 'approved':
    case 'processing':
      return finishSetup(store, { intent: confirmed, method });
    case 'challenge':
      return requireAction(store, confirmed, challengeAction(confirmation, confirmed));
    case 'microdeposits': {
      const action = microdepositsAction(store, confirmation.baseUrl, confirmed);
      return planMicrodeposits(store, requireAction(store, confirmed, action));
    }
    case 'declined': {
      const error = { ...outcome.decline, type: 'card_error', paymentMethod: method.id } as const;
      throw declinedError(store, failIntent(store, confirmed, error));
    }
  }
}

export function createSetupIntent(call: Call): PreparedOperation {
  const params = CreateParams.parse(call.params);
  checkSharedParams(call, params.confirm);
  requireCustomer(call, params.customer);
  const { store } = call;
  const draft = (): SetupIntent => ({
    ...newIntent(call, 'seti', params),
    kind: 'setup_intent',
    usage: params.usage,
    status: 'requires_payment_method',
  });
  const confirmation = params.confirm ? readConfirmation(call, draft()) : null;
  const execute = () => {
    const intent = emitIntentEvent(store, store.setupIntents.put(draft()), 'setup_intent.created');
    if (confirmation === null) return showIntent(call, intent);
    return showIntent(call, confirm(store, intent, confirmation));
  };
  return { execute };
}

export const retrieveSetupIntent = retrieveIntent(findSetupIntent);
export const confirmSetupIntent = confirmIntent(findSetupIntent, confirm);
export const cancelSetupIntent = cancelIntent(findSetupIntent);

export function updateSetupIntent(call: Call): PreparedOperation {
  const intent = findSetupIntent(call);
  const params = SharedParams.parse(call.params);
  checkSharedParams(call, false);
  requireOpen(call, intent, 'update');
  requireCustomer(call, params.customer);
  const execute = () =>
    showIntent(
      call,
      call.store.setupIntents.put({
        ...intent,
        customer: params.customer ?? intent.customer,
        description: params.description ?? intent.description,
        metadata: mergeMetadata(intent.metadata, params.metadata),
      }),
    );
  return { execute };
}

const ListFilter = z.object({
  customer: z.string().optional(),
  payment_method: z.string().optional(),
});

export function listSetupIntents(call: Call): PreparedOperation {
  const { customer, payment_method } = ListFilter.parse(call.params);
  const { store } = call;
  const execute = () =>
    listAnswer(call, {
      url: '/v1/setup_intents',
      rows: store.setupIntents
        .all()
        .filter((row) => customer === undefined || row.customer === customer)
        .filter((row) => payment_method === undefined || row.paymentMethod === payment_method),
      show: (row) => setupIntentAnswer(store, row),
    });
  return { execute };
}
