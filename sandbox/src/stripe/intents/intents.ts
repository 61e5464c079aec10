// Shared parts of payment and setup intents: lookup, accepted payment method types, and mutually exclusive
// parameters.
import { z } from 'zod';
import { intentView, publicView, SIMULATED_TYPES } from '../answers.ts';
import { invalid, missing, notSimulated } from '../api/api-error.ts';
import { Metadata, mergeMetadata, newClientSecret, newId } from '../api/ids.ts';
import type { Call } from '../api/operation.ts';
import { findCustomer } from '../methods/customers.ts';
import { typeOf } from '../methods/method-answers.ts';
import {
  type Instrument,
  nowSeconds,
  type PaymentIntent,
  type PaymentMethod,
  type SetupIntent,
} from '../store.ts';

export type AnyIntent = PaymentIntent | SetupIntent;

/** A publishable key also requires the client secret. */
function requireOwn(call: Call, intent: AnyIntent | undefined, what: string): void {
  const id = call.path['id'] ?? '';
  const isOwn = intent?.account === call.account.id;
  const isSecretKnown = call.path['client_secret'] === intent?.clientSecret;
  if (!isOwn || (call.isPublishable && !isSecretKnown)) throw missing(what, id);
}

export function findPaymentIntent(call: Call): PaymentIntent {
  const intent = call.store.paymentIntents.get(call.path['id'] ?? '');
  requireOwn(call, intent, 'payment_intent');
  if (intent === undefined) throw missing('payment_intent', call.path['id'] ?? '');
  return intent;
}

export function findSetupIntent(call: Call): SetupIntent {
  const intent = call.store.setupIntents.get(call.path['id'] ?? '');
  requireOwn(call, intent, 'setup_intent');
  if (intent === undefined) throw missing('setup_intent', call.path['id'] ?? '');
  return intent;
}

export function showIntent({ store, isPublishable }: Call, intent: AnyIntent) {
  const view = intentView(store, intent);
  return isPublishable ? publicView(view) : view;
}

const DESCRIPTION_MAX = 1000;

export const SharedParams = z.object({
  customer: z.string().optional(),
  description: z.string().optional(),
  metadata: Metadata,
  allowed_payment_method_types: z.array(z.string()).optional(),
  automatic_payment_methods: z
    .object({ enabled: z.boolean(), allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
});
type SharedParams = z.infer<typeof SharedParams>;

const EXCLUSIVE = [
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'excluded_payment_method_types',
  'payment_method_configuration',
];
const NOT_SIMULATED = [
  'excluded_payment_method_types',
  'payment_method_configuration',
  'on_behalf_of',
];

/** These parameters are valid only together with `confirm`. */
const FOR_CONFIRMING = [
  'confirmation_token',
  'error_on_requires_action',
  'mandate_data',
  'off_session',
  'return_url',
];

export function checkSharedParams({ params }: Call, isConfirming: boolean): void {
  const { description } = params;
  if (typeof description === 'string' && description.length > DESCRIPTION_MAX) {
    const message = `Invalid string: must be at most ${DESCRIPTION_MAX} characters`;
    throw invalid(message, { code: 'parameter_invalid_string_too_long', param: 'description' });
  }
  const given = EXCLUSIVE.filter((name) => params[name] !== undefined);
  const [first, second] = given;
  if (first !== undefined && second !== undefined) {
    throw invalid(`You may only specify one of these parameters: ${given.join(', ')}.`, {
      code: 'parameters_exclusive',
      param: second,
    });
  }
  const unsupported = NOT_SIMULATED.find((name) => params[name] !== undefined);
  if (unsupported !== undefined) throw notSimulated(`the parameter ${unsupported}`, unsupported);
  const early = FOR_CONFIRMING.find((name) => params[name] !== undefined);
  if (!isConfirming && early !== undefined) {
    throw invalid(`The parameter ${early} can only be used with confirm=true.`, { param: early });
  }
}

export function newIntent(call: Call, prefix: 'pi' | 'seti', shared: SharedParams) {
  const id = newId(prefix);
  const automatic = shared.automatic_payment_methods;
  return {
    id,
    account: call.account.id,
    created: nowSeconds(call.store),
    clientSecret: newClientSecret(id),
    customer: shared.customer ?? null,
    description: shared.description ?? null,
    metadata: mergeMetadata({}, shared.metadata),
    allowedTypes: shared.allowed_payment_method_types ?? null,
    automatic: toAutomaticMethods(shared, automatic),
    paymentMethod: null,
    nextAction: null,
    lastError: null,
    canceledAt: null,
    cancellationReason: null,
  };
}

/** If no payment method types are given, automatic payment methods apply, including redirects. */
function toAutomaticMethods(
  { allowed_payment_method_types: allowed }: SharedParams,
  given: SharedParams['automatic_payment_methods'],
): AnyIntent['automatic'] {
  if (allowed !== undefined) return null;
  if (given === undefined) return { enabled: true, allow_redirects: 'always' };
  return { enabled: given.enabled, allow_redirects: given.allow_redirects ?? 'always' };
}

export function requireCustomer(call: Call, id: string | undefined): void {
  if (id !== undefined) findCustomer(call, id, 'customer');
}

type AllowedTypes = Pick<AnyIntent, 'allowedTypes'>;

export function requireAccepted({ allowedTypes }: AllowedTypes, instrument: Instrument): void {
  const type = typeOf(instrument);
  const accepted = allowedTypes ?? SIMULATED_TYPES;
  if (accepted.includes(type)) return;
  throw invalid(
    `The PaymentMethod provided (${type}) is not allowed for this intent. The payment method types ` +
      `this intent accepts are: ${accepted.join(', ')}.`,
    { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
  );
}

/** A saved method may be used only with its own customer. */
export function requireSameCustomer({ customer }: AnyIntent, method: PaymentMethod): void {
  if (method.customer === null || method.customer === customer) return;
  throw invalid(
    `The provided PaymentMethod (${method.id}) belongs to a Customer. Please include the Customer ` +
      'in the `customer` parameter.',
    { code: 'payment_intent_invalid_parameter', param: 'payment_method' },
  );
}
