/**
 * Charges, look-ups and refunds at Stripe. The attempt's id is the idempotency key, so a charge whose
 * answer was lost may be sent again; keys are kept for a day, and we stop well before.
 */
import type Stripe from 'stripe';
import type { Clock } from '../../clock.ts';
import type { ChargeOrder, Charges, NotFound, Outcome, SoughtCharge } from '../processor.ts';
import { ensureCustomer } from './customers.ts';
import { fromError, isMissing, isRefused, reasonOf } from './from-error.ts';
import { fromPayment } from './from-stripe.ts';
import { disputeOf, listCharges } from './list-charges.ts';
import { type Omittable, toPayment, toRefund } from './to-stripe.ts';

const RESEND_WITHIN_MS = 20 * 3_600_000;

/** How far back, and through how much, a list is searched for what the index does not show yet. */
const RECENT_SECONDS = 2 * 3600;
const RECENT_MAX = 500;

export type Account = {
  stripe: Stripe;
  clock: Clock;
  apiVersion: string;
  omits: readonly Omittable[];
  /** Whether the server knows a request again by its idempotency key. */
  knowsKeys: boolean;
};

const EXPAND = ['payment_method', 'latest_charge'];

/** A saved method is charged to the customer it belongs to; a new one gets one when it is kept. */
async function customerFor(stripe: Stripe, order: ChargeOrder): Promise<string | null> {
  if (order.source.kind === 'saved') return order.source.processorCustomer;
  return order.savesMethod ? ensureCustomer(stripe, order.payer) : null;
}

/** Servers that create and confirm in two steps leave the second one to us. */
async function confirmed(
  { stripe }: Account,
  intent: Stripe.PaymentIntent,
  order: ChargeOrder,
): Promise<Stripe.PaymentIntent> {
  if (intent.status !== 'requires_confirmation') return intent;
  const idempotencyKey = `${order.reference}-confirm`;
  return stripe.paymentIntents.confirm(intent.id, { expand: EXPAND }, { idempotencyKey });
}

async function charge(account: Account, order: ChargeOrder): Promise<Outcome> {
  const { stripe, apiVersion, omits } = account;
  let customer: string | null;
  try {
    customer = await customerFor(stripe, order);
  } catch (error) {
    // Whatever went wrong here, the charge itself has not been sent.
    return { kind: 'not_sent', reason: `customer: ${reasonOf(error)}` };
  }
  try {
    const params = toPayment(order, { apiVersion, customer, omits });
    const options = { idempotencyKey: order.reference };
    const created = await stripe.paymentIntents.create(params, options);
    return fromPayment(await confirmed(account, created, order));
  } catch (error) {
    return fromError(error);
  }
}

/** The index knows everything older than a minute, unless a server has none. */
async function searchByAttempt({ stripe }: Account, reference: string): Promise<string[]> {
  try {
    const query = `metadata["attempt_id"]:"${reference}"`;
    const { data } = await stripe.paymentIntents.search({ query, limit: 10 });
    return data.map(({ id }) => id);
  } catch (error) {
    if (isRefused(error)) return [];
    throw error;
  }
}

async function listRecent({ stripe, clock }: Account): Promise<Stripe.PaymentIntent[]> {
  const since = Math.floor(Date.parse(clock.now()) / 1000) - RECENT_SECONDS;
  const list = (params: Stripe.PaymentIntentListParams) =>
    stripe.paymentIntents.list({ ...params, limit: 100 }).autoPagingToArray({ limit: RECENT_MAX });
  try {
    return await list({ created: { gte: since } });
  } catch (error) {
    // A server may list without being able to choose by time.
    if (isRefused(error)) return list({});
    throw error;
  }
}

/** The list knows the youngest at once. */
async function listByAttempt(account: Account, reference: string): Promise<string[]> {
  const recent = await listRecent(account);
  return recent.filter(({ metadata }) => metadata['attempt_id'] === reference).map(({ id }) => id);
}

async function idsOf(account: Account, sought: SoughtCharge): Promise<string[]> {
  if (sought.processorReference) return [sought.processorReference];
  const found = await searchByAttempt(account, sought.reference);
  return found.length > 0 ? found : listByAttempt(account, sought.reference);
}

async function lookUp(account: Account, sought: SoughtCharge): Promise<Outcome | NotFound> {
  const [id, ...more] = await idsOf(account, sought);
  if (!id) return { kind: 'not_found' };
  // Money may have been taken twice: that is for people to look at, not to be read as one success.
  if (more.length > 0) return { kind: 'unknown', reason: 'several intents of one attempt' };
  const { stripe } = account;
  const intent = await stripe.paymentIntents.retrieve(id, { expand: EXPAND });
  if (intent.metadata['attempt_id'] !== sought.reference) {
    return { kind: 'unknown', reason: 'the intent belongs to another attempt' };
  }
  return fromPayment(intent, await disputeOf(stripe, intent));
}

const REFUND_MADE: ReadonlySet<string | null> = new Set([
  'succeeded',
  'pending',
  'requires_action',
]);

export function chargesOf(account: Account): Charges {
  const { stripe, knowsKeys } = account;
  return {
    resend: knowsKeys ? { kind: 'same_key', withinMs: RESEND_WITHIN_MS } : { kind: 'never' },
    charge: (order) => charge(account, order),
    async lookup(sought) {
      try {
        return await lookUp(account, sought);
      } catch (error) {
        if (isMissing(error)) return { kind: 'not_found' };
        // Not being able to ask says nothing about the charge, whatever the reason.
        return { kind: 'unknown', reason: reasonOf(error) };
      }
    },
    list: (span) => listCharges(stripe, span),
    async cancel(processorReference) {
      await stripe.paymentIntents.cancel(processorReference);
    },
    async refund(order) {
      try {
        const idempotencyKey = `refund-${order.reference}`;
        const refund = await stripe.refunds.create(toRefund(order), { idempotencyKey });
        return REFUND_MADE.has(refund.status)
          ? { kind: 'refunded', refundReference: refund.id }
          : { kind: 'refused', message: `The refund is ${refund.status ?? 'not known'}.` };
      } catch (error) {
        const refused = fromError(error);
        if (refused.kind === 'declined' && error instanceof Error) {
          return { kind: 'refused', message: error.message };
        }
        return { kind: 'unknown', reason: reasonOf(error) };
      }
    },
  };
}
