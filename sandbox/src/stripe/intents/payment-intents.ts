// The calls for payment intents: create, retrieve, update, confirm, cancel, list, search.
// Manual capture, transfers and currencies other than USD are not simulated.
import { z } from 'zod';
import { paymentIntentAnswer } from '../answers.ts';
import { invalid, notSimulated } from '../api/api-error.ts';
import { mergeMetadata } from '../api/ids.ts';
import { listAnswer, searchAnswer } from '../api/lists.ts';
import type { Call, PreparedOperation } from '../api/operation.ts';
import { planSettlement } from '../charges/settlement.ts';
import { findMethod, sourceOfId } from '../methods/methods.ts';
import { FUTURE_USAGES, type PaymentIntent, type Store } from '../store.ts';
import { AUTHENTICATION_REQUIRED } from '../test-data.ts';
import { type Confirmation, readConfirmation, takeMethod } from './confirmations.ts';
import { instrumentOutcome } from './instrument-outcomes.ts';
import { cancelIntent, confirmIntent, requireOpen, retrieveIntent } from './intent-calls.ts';
import { declinedError, emitIntentEvent, requireAction } from './intent-changes.ts';
import {
  checkSharedParams,
  findPaymentIntent,
  newIntent,
  requireCustomer,
  SharedParams,
  showIntent,
} from './intents.ts';
import { planMicrodeposits } from './microdeposits.ts';
import { challengeAction, microdepositsAction } from './next-actions.ts';
import { decline, recordCharge } from './payment-outcomes.ts';

const AMOUNT_MIN = 50;
const AMOUNT_MAX = 99_999_999;

const CreateParams = SharedParams.extend({
  amount: z.number(),
  currency: z.string(),
  confirm: z.boolean().default(false),
  capture_method: z.string().optional(),
  confirmation_method: z.string().optional(),
  payment_method: z.string().optional(),
  receipt_email: z.string().optional(),
  setup_future_usage: z.enum(FUTURE_USAGES).optional(),
});
type CreateParams = z.infer<typeof CreateParams>;

function checkAmount(amount: number): void {
  const param = 'amount';
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalid(message, { code: 'parameter_invalid_integer', param });
  }
  if (amount < AMOUNT_MIN) {
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param });
  }
  if (amount > AMOUNT_MAX) {
    const message = 'Amount must be no more than $999,999.99';
    throw invalid(message, { code: 'amount_too_large', param });
  }
}

function checkSimulated({ currency, capture_method, confirmation_method }: CreateParams): void {
  if (currency !== 'usd') throw notSimulated(`the currency ${currency}`, 'currency');
  if (capture_method === 'manual') throw notSimulated('manual capture', 'capture_method');
  if (confirmation_method === 'manual') {
    throw notSimulated('manual confirmation', 'confirmation_method');
  }
}

/** A decline is recorded before it is thrown. */
function confirm(store: Store, intent: PaymentIntent, confirmation: Confirmation): PaymentIntent {
  const { token, isOffSession } = confirmation;
  const method = takeMethod(store, intent, confirmation);
  const setupFutureUsage = intent.setupFutureUsage ?? token?.setupFutureUsage ?? null;
  const confirmed = store.paymentIntents.put({
    ...intent,
    setupFutureUsage,
    paymentMethod: method.id,
  });
  const outcome = instrumentOutcome(store, method, { isOffSession });
  const paying = { intent: confirmed, method };
  if (outcome.kind === 'microdeposits') {
    const action = microdepositsAction(store, confirmation.baseUrl, confirmed);
    return planMicrodeposits(store, requireAction(store, confirmed, action));
  }
  if (outcome.kind === 'challenge' && !confirmation.failsOnAction) {
    return requireAction(store, confirmed, challengeAction(confirmation, confirmed));
  }
  if (outcome.kind === 'challenge') {
    throw declinedError(store, decline(store, paying, AUTHENTICATION_REQUIRED));
  }
  const recorded = recordCharge(store, paying, outcome);
  if (outcome.kind === 'declined') throw declinedError(store, recorded);
  return planSettlement(store, recorded);
}

export function createPaymentIntent(call: Call): PreparedOperation {
  const params = CreateParams.parse(call.params);
  checkSharedParams(call, params.confirm);
  checkAmount(params.amount);
  checkSimulated(params);
  requireCustomer(call, params.customer);
  const { store } = call;
  const draft = (): PaymentIntent => ({
    ...newIntent(call, 'pi', params),
    kind: 'payment_intent',
    amount: params.amount,
    currency: 'usd',
    receiptEmail: params.receipt_email ?? null,
    setupFutureUsage: params.setup_future_usage ?? null,
    latestCharge: null,
    status: 'requires_payment_method',
  });
  const confirmation = params.confirm ? readConfirmation(call, draft()) : null;
  const source =
    confirmation?.source ?? (params.payment_method && sourceOfId(call, params.payment_method));
  const execute = () => {
    const intent = store.paymentIntents.put(draft());
    emitIntentEvent(store, intent, 'payment_intent.created');
    if (confirmation !== null) return showIntent(call, confirm(store, intent, confirmation));
    if (!source) return showIntent(call, intent);
    const paymentMethod = source.make().id;
    return showIntent(
      call,
      store.paymentIntents.put({ ...intent, paymentMethod, status: 'requires_confirmation' }),
    );
  };
  const isBank = source ? source.preview.instrument.kind === 'bank' : false;
  // Creating an intent without confirming it is not a charge, so faults for charges do not apply.
  return { operation: confirmation === null ? 'method' : isBank ? 'ach' : 'sale', execute };
}

export const retrievePaymentIntent = retrieveIntent(findPaymentIntent);
export const confirmPaymentIntent = confirmIntent(findPaymentIntent, confirm);
export const cancelPaymentIntent = cancelIntent(findPaymentIntent);

const UpdateParams = SharedParams.extend({
  amount: z.number().optional(),
  payment_method: z.string().optional(),
  receipt_email: z.string().optional(),
  setup_future_usage: z.union([z.literal(''), z.enum(FUTURE_USAGES)]).optional(),
});

export function updatePaymentIntent(call: Call): PreparedOperation {
  const intent = findPaymentIntent(call);
  const params = UpdateParams.parse(call.params);
  checkSharedParams(call, false);
  requireOpen(call, intent, 'update');
  requireCustomer(call, params.customer);
  if (params.amount !== undefined) checkAmount(params.amount);
  const method = params.payment_method ? findMethod(call, params.payment_method) : undefined;
  const usage = params.setup_future_usage;
  const execute = () =>
    showIntent(
      call,
      call.store.paymentIntents.put({
        ...intent,
        amount: params.amount ?? intent.amount,
        customer: params.customer ?? intent.customer,
        description: params.description ?? intent.description,
        receiptEmail: params.receipt_email ?? intent.receiptEmail,
        metadata: mergeMetadata(intent.metadata, params.metadata),
        allowedTypes: params.allowed_payment_method_types ?? intent.allowedTypes,
        setupFutureUsage: usage === undefined ? intent.setupFutureUsage : usage || null,
        paymentMethod: method?.id ?? intent.paymentMethod,
      }),
    );
  return { execute };
}

const ListFilter = z.object({ customer: z.string().optional() });

export function listPaymentIntents(call: Call): PreparedOperation {
  const { customer } = ListFilter.parse(call.params);
  const { store } = call;
  const execute = () =>
    listAnswer(call, {
      url: '/v1/payment_intents',
      rows: store.paymentIntents
        .all()
        .filter((row) => customer === undefined || row.customer === customer),
      show: (row) => paymentIntentAnswer(store, row),
    });
  return { execute };
}

export function searchPaymentIntents(call: Call): PreparedOperation {
  const { store } = call;
  const execute = () =>
    searchAnswer(call, {
      url: '/v1/payment_intents/search',
      rows: store.paymentIntents.all(),
      show: (row) => paymentIntentAnswer(store, row),
      metadataOf: ({ metadata }) => metadata,
      fieldOf: (row, field) =>
        ({ status: row.status, customer: row.customer, currency: row.currency })[field],
    });
  return { execute };
}
