/** Maps orders for charges, saved methods and refunds to Stripe's parameters. */
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import type Stripe from 'stripe';
import type {
  ChargeOrder,
  Evidence,
  IntentOrder,
  Payer,
  RefundOrder,
  SetupOrder,
} from '../processor.ts';
import type { Secret } from '../secret.ts';

const TYPES = { card: 'card', ach: 'us_bank_account' } as const satisfies Record<
  ChargeKind,
  string
>;

/** Starting with this API version, the parameter is `allowed_payment_method_types`. */
const ALLOWED_TYPES_SINCE = '2026-07-29';

function typesFor(kind: ChargeKind, apiVersion: string) {
  const types = [TYPES[kind]];
  const isOlder = apiVersion.slice(0, ALLOWED_TYPES_SINCE.length) < ALLOWED_TYPES_SINCE;
  return isOlder ? { payment_method_types: types } : { allowed_payment_method_types: types };
}

/** The browser's fields return a confirmation token. A payment method is also accepted. */
function sourceFor(token: Secret) {
  const id = token.reveal();
  return id.startsWith('pm_') ? { payment_method: id } : { confirmation_token: id };
}

function mandateFor(kind: ChargeKind, { ipAddress, userAgent }: Evidence) {
  if (kind === 'card') return {};
  // Stripe refuses an empty user agent, but a browser does not have to send one.
  const online = { ip_address: ipAddress, user_agent: userAgent || 'unknown' };
  return { mandate_data: { customer_acceptance: { type: 'online' as const, online } } };
}

type Side = { apiVersion: string; customer: string | null };

/** Parameters that can be omitted for a Stripe-compatible server that refuses them. */
const OMITTABLE = ['description', 'return_url', 'setup_future_usage', 'use_stripe_sdk'] as const;
export type Omittable = (typeof OMITTABLE)[number];

/** Any other parameter name is a configuration error. */
export function omittedBy(setting: string): Omittable[] {
  const names = setting.split(',').flatMap((name) => name.trim() || []);
  return names.map((name) => {
    const known = OMITTABLE.find((candidate) => candidate === name);
    invariant(known, `a payment can be sent without: ${OMITTABLE.join(', ')}`);
    return known;
  });
}

/**
 * One payment intent per attempt, created and confirmed in one call. `attempt_id` identifies it if its response is
 * lost.
 */
export function toPayment(
  order: ChargeOrder,
  side: Side & { omits?: readonly Omittable[] },
): Stripe.PaymentIntentCreateParams {
  const { source, kind, reference, invoiceRef } = order;
  const isNew = source.kind === 'new';
  const params: Stripe.PaymentIntentCreateParams = {
    amount: order.amountCents,
    currency: 'usd',
    confirm: true,
    description: `Invoice ${invoiceRef}`.slice(0, 500),
    metadata: { attempt_id: reference, invoice_ref: invoiceRef.slice(0, 500) },
    expand: ['payment_method', 'latest_charge'],
    ...typesFor(kind, side.apiVersion),
    ...(isNew ? sourceFor(source.token) : { payment_method: source.token.reveal() }),
    ...(side.customer ? { customer: side.customer } : {}),
    ...(isNew && order.savesMethod ? { setup_future_usage: 'off_session' } : {}),
    ...(isNew ? mandateFor(kind, order.evidence) : {}),
    // Off-session, there is no browser to redirect. On-session, Stripe's script handles the challenge.
    ...(order.initiator === 'MIT'
      ? { off_session: true }
      : { use_stripe_sdk: true, return_url: order.returnUrl }),
  };
  for (const name of side.omits ?? []) delete params[name];
  return params;
}

/** Allows only instant verification, because microdeposits would take days. */
function instantOnly(kind: ChargeKind) {
  const verification = { us_bank_account: { verification_method: 'instant' as const } };
  return kind === 'ach' ? { payment_method_options: verification } : {};
}

/** Set on creation and replaced by each change. `quote` is the version that is charged. */
function offered(order: IntentOrder, side: Side) {
  return {
    amount: order.amountCents,
    metadata: { quote: String(order.quote) },
    ...typesFor(order.kind, side.apiVersion),
    ...instantOnly(order.kind),
    ...(side.customer ? { customer: side.customer } : {}),
  };
}

/** The intent is not confirmed here: the browser does that with the client secret. */
export function toIntent(order: IntentOrder, side: Side): Stripe.PaymentIntentCreateParams {
  const { reference, invoiceRef, savesMethod } = order;
  const { metadata, ...rest } = offered(order, side);
  return {
    ...rest,
    currency: 'usd',
    description: `Invoice ${invoiceRef}`.slice(0, 500),
    metadata: { ...metadata, attempt_id: reference, invoice_ref: invoiceRef.slice(0, 500) },
    ...(savesMethod ? { setup_future_usage: 'off_session' } : {}),
  };
}

/** Metadata is merged, so the attempt id remains. An empty text unsets the future usage. */
export function toIntentChange(order: IntentOrder, side: Side): Stripe.PaymentIntentUpdateParams {
  return {
    ...offered(order, side),
    setup_future_usage: order.savesMethod ? 'off_session' : '',
  };
}

export function toSetupOffer(
  { kind, reference }: Pick<SetupOrder, 'kind' | 'reference'>,
  side: Side,
): Stripe.SetupIntentCreateParams {
  return {
    usage: 'off_session',
    metadata: { keep_reference: reference },
    ...typesFor(kind, side.apiVersion),
    ...instantOnly(kind),
    ...(side.customer ? { customer: side.customer } : {}),
  };
}

export function toSetup(order: SetupOrder, side: Side): Stripe.SetupIntentCreateParams {
  const { kind, token, reference, evidence, returnUrl } = order;
  return {
    confirm: true,
    usage: 'off_session',
    use_stripe_sdk: true,
    return_url: returnUrl,
    metadata: { keep_reference: reference },
    expand: ['payment_method'],
    ...typesFor(kind, side.apiVersion),
    ...sourceFor(token),
    ...(side.customer ? { customer: side.customer } : {}),
    ...mandateFor(kind, evidence),
    ...instantOnly(kind),
  };
}

export function toRefund(order: RefundOrder): Stripe.RefundCreateParams {
  return {
    payment_intent: order.processorReference,
    amount: order.amountCents,
    metadata: { refund_reference: order.reference },
  };
}

export function toCustomer({ firstName, lastName, email, reference }: Payer) {
  const name = `${firstName} ${lastName}`.trim();
  return {
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    metadata: { customer_id: reference },
  } satisfies Stripe.CustomerCreateParams;
}
