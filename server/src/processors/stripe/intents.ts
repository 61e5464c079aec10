/**
 * Intents that the payer's browser confirms (R44). Creation uses the attempt id as its idempotency key, and each
 * change adds the version of the quote to the key, so both may be sent again.
 */
import type Stripe from 'stripe';
import { notSent, unknown } from '../outcomes.ts';
import type { CancelOutcome, FoundIntent, Intents, OfferOutcome, Payer } from '../processor.ts';
import { Secret } from '../secret.ts';
import { type Account, cancel } from './charges.ts';
import { ensureCustomer } from './customers.ts';
import { fromError, isMissing, isRefused, toReason } from './from-error.ts';
import { fromOffered } from './from-stripe.ts';
import { refundsAndDisputes } from './refunds-and-disputes.ts';
import { toIntent, toIntentChange, toSetupOffer } from './to-stripe.ts';

function offered({ id, client_secret: secret }: Stripe.PaymentIntent | Stripe.SetupIntent) {
  if (!secret) return unknown('an intent without a client secret');
  return { kind: 'offered', processorReference: id, clientSecret: new Secret(secret) } as const;
}

/** Stripe saves a method for a customer, so the customer is created first. */
async function withCustomer(
  stripe: Stripe,
  payer: Payer | null,
  call: (customer: string | null) => Promise<Stripe.PaymentIntent | Stripe.SetupIntent>,
): Promise<OfferOutcome> {
  let customer: string | null;
  try {
    customer = payer ? await ensureCustomer(stripe, payer) : null;
  } catch (error) {
    return notSent(`customer: ${toReason(error)}`);
  }
  try {
    return offered(await call(customer));
  } catch (error) {
    return fromError(error);
  }
}

async function find(stripe: Stripe, id: string): Promise<FoundIntent> {
  try {
    const intent = await stripe.paymentIntents.retrieve(id, {
      expand: ['payment_method', 'latest_charge'],
    });
    return fromOffered(intent, await refundsAndDisputes(stripe, intent));
  } catch (error) {
    return isMissing(error) ? { kind: 'not_found' } : unknown(toReason(error));
  }
}

async function cancelSetup(stripe: Stripe, id: string): Promise<CancelOutcome> {
  try {
    await stripe.setupIntents.cancel(id);
    return { kind: 'canceled' };
  } catch (error) {
    if (isMissing(error)) return { kind: 'not_found' };
    return isRefused(error) ? { kind: 'not_cancelable' } : unknown(toReason(error));
  }
}

export function toIntents({ stripe, apiVersion }: Account): Intents {
  return {
    offer: (order) =>
      withCustomer(stripe, order.savesMethod ? order.payer : null, (customer) => {
        const idempotencyKey = `intent-${order.reference}`;
        const params = toIntent(order, { apiVersion, customer });
        return stripe.paymentIntents.create(params, { idempotencyKey });
      }),
    change: (order, id) =>
      withCustomer(stripe, order.savesMethod ? order.payer : null, (customer) => {
        const idempotencyKey = `intent-${order.reference}-${order.quote}`;
        const params = toIntentChange(order, { apiVersion, customer });
        return stripe.paymentIntents.update(id, params, { idempotencyKey });
      }),
    find: (id) => find(stripe, id),
    cancel: (id) => cancel(stripe, id),
    offerSetup: (order) =>
      withCustomer(stripe, order.payer, (customer) => {
        const idempotencyKey = `setup-${order.reference}`;
        const params = toSetupOffer(order, { apiVersion, customer });
        return stripe.setupIntents.create(params, { idempotencyKey });
      }),
    cancelSetup: (id) => cancelSetup(stripe, id),
  };
}
