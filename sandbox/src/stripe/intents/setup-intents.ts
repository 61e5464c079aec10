// The calls for setup intents, which save a method without a charge: create, retrieve, confirm,
// update, cancel, list.
import { z } from 'zod';
import { setupIntentAnswer } from '../answers.ts';
import { invalid } from '../api/api-error.ts';
import { listAnswer } from '../api/lists.ts';
import { mergeMetadata } from '../api/metadata.ts';
import type { Call, Prepared } from '../api/operation.ts';
import { requireUsable } from '../methods/methods.ts';
import { FUTURE_USAGES, nowSeconds, type SetupIntent, type Store } from '../store.ts';
import {
  type Confirmation,
  readConfirmation,
  requireMandate,
  requireVerifiable,
} from './confirmations.ts';
import { instrumentOutcome } from './instrument-outcomes.ts';
import {
  checkSharedParams,
  findSetupIntent,
  newIntent,
  requireCustomer,
  requireSameCustomer,
  SharedParams,
  showIntent,
} from './intents.ts';
import { planMicrodeposits } from './microdeposits.ts';
import { challengeAction, microdepositsAction } from './next-actions.ts';
import {
  awaitSetup,
  emitSetupEvent,
  failSetup,
  finishSetup,
  setupDeclinedError,
} from './setup-outcomes.ts';

const CreateParams = SharedParams.extend({
  confirm: z.boolean().default(false),
  usage: z.enum(FUTURE_USAGES).default('off_session'),
});

function confirm(store: Store, intent: SetupIntent, confirmation: Confirmation): SetupIntent {
  const { source, token } = confirmation;
  const method = source.make();
  requireUsable(method);
  requireSameCustomer(intent, method);
  requireMandate(confirmation, method);
  requireVerifiable(confirmation, method);
  if (token !== null) store.confirmationTokens.put({ ...token, usedBy: intent.id });
  const confirmed = store.setupIntents.put({ ...intent, paymentMethod: method.id });
  const outcome = instrumentOutcome(store, method, { isSetup: true });
  switch (outcome.kind) {
    case 'approved':
    case 'processing':
      return finishSetup(store, { intent: confirmed, method });
    case 'challenge':
      return awaitSetup(store, confirmed, challengeAction(confirmation, confirmed));
    case 'microdeposits': {
      const action = microdepositsAction(store, confirmation.baseUrl, confirmed);
      return planMicrodeposits(store, awaitSetup(store, confirmed, action));
    }
    case 'declined': {
      const error = { ...outcome.decline, type: 'card_error', paymentMethod: method.id } as const;
      throw setupDeclinedError(store, failSetup(store, confirmed, error));
    }
  }
}

export function createSetupIntent(call: Call): Prepared {
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
    const intent = emitSetupEvent(store, store.setupIntents.put(draft()), 'setup_intent.created');
    if (confirmation === null) return showIntent(call, intent);
    return showIntent(call, confirm(store, intent, confirmation));
  };
  return { execute };
}

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

function requireStatus(call: Call, intent: SetupIntent, verb: string): void {
  if (OPEN.includes(intent.status)) return;
  throw invalid(
    `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    { code: 'setup_intent_unexpected_state', setup_intent: showIntent(call, intent) },
  );
}

export function retrieveSetupIntent(call: Call): Prepared {
  const { id } = findSetupIntent(call);
  const execute = () => {
    const intent = call.store.setupIntents.get(id);
    return intent === undefined ? null : showIntent(call, intent);
  };
  return { execute };
}

export function confirmSetupIntent(call: Call): Prepared {
  const intent = findSetupIntent(call);
  checkSharedParams(call, true);
  requireStatus(call, intent, 'confirm');
  const confirmation = readConfirmation(call, intent);
  const execute = () => {
    const current = findSetupIntent(call);
    requireStatus(call, current, 'confirm');
    return showIntent(call, confirm(call.store, current, confirmation));
  };
  return { execute };
}

export function updateSetupIntent(call: Call): Prepared {
  const intent = findSetupIntent(call);
  const params = SharedParams.parse(call.params);
  checkSharedParams(call, false);
  requireStatus(call, intent, 'update');
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

export function cancelSetupIntent(call: Call): Prepared {
  const intent = findSetupIntent(call);
  requireStatus(call, intent, 'cancel');
  const { store } = call;
  const execute = () => {
    const canceled = store.setupIntents.put({
      ...findSetupIntent(call),
      status: 'canceled',
      nextAction: null,
      canceledAt: nowSeconds(store),
    });
    return showIntent(call, emitSetupEvent(store, canceled, 'setup_intent.canceled'));
  };
  return { execute };
}

const ListFilter = z.object({
  customer: z.string().optional(),
  payment_method: z.string().optional(),
});

export function listSetupIntents(call: Call): Prepared {
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
