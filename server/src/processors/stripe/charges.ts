/**
 * Charges, lookups and refunds at Stripe. The attempt id is the idempotency key, so a charge whose response was
 * lost may be sent again. Stripe stores keys for 24 hours; retries stop after 20 hours.
 */
import type Stripe from 'stripe';
import type { Clock } from '../../kernel/clock.ts';
import { notSent, unknown } from '../outcomes.ts';
import type {
  CancelOutcome,
  ChargeLookup,
  ChargeOrder,
  Charges,
  NotFound,
  Outcome,
  RefundOutcome,
} from '../processor.ts';
import { withAccountType } from './account-type.ts';
import { ensureCustomer } from './customers.ts';
import { fromError, isKeyRefused, isMissing, isRefused, toReason } from './from-error.ts';
import { fromPayment } from './from-stripe.ts';
import { listCharges } from './list-charges.ts';
import {
  EXPAND_WITH_REFUNDS,
  refundsAndDisputes,
  toFailureReason,
  toRefundState,
} from './refunds-and-disputes.ts';
import { type Omittable, toPayment, toRefund } from './to-stripe.ts';

const RESEND_WITHIN_MS = 20 * 3_600_000;

/** Time span of the list that is searched for charges not yet in the search index. */
const RECENT_SECONDS = 2 * 3600;
const RECENT_MAX = 500;

export type Account = {
  stripe: Stripe;
  clock: Clock;
  apiVersion: string;
  omits: readonly Omittable[];
  /** False for a Stripe-compatible server that ignores idempotency keys. */
  supportsIdempotencyKeys: boolean;
};

const EXPAND = ['payment_method', 'latest_charge'];

/** A saved method already has its customer. A new method gets one when it is saved. */
async function customerFor(stripe: Stripe, order: ChargeOrder): Promise<string | null> {
  if (order.source.kind === 'saved') return order.source.processorCustomer;
  return order.savesMethod ? ensureCustomer(stripe, order.payer) : null;
}

/** Some Stripe-compatible servers need a separate confirmation. */
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
    // The charge itself has not been sent yet.
    return notSent(`customer: ${toReason(error)}`);
  }
  try {
    const params = toPayment(order, { apiVersion, customer, omits });
    const options = { idempotencyKey: order.reference };
    const created = await stripe.paymentIntents.create(params, options);
    const outcome = fromPayment(await confirmed(account, created, order));
    if (!('saved' in outcome) || !outcome.saved) return outcome;
    const saved = await withAccountType(stripe, outcome.saved, order.source.accountType);
    return { ...outcome, saved };
  } catch (error) {
    return fromError(error);
  }
}

/** The search index lags by up to a minute. Some Stripe-compatible servers do not have one. */
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
    // A Stripe-compatible server may not support filtering by time.
    if (isRefused(error)) return list({});
    throw error;
  }
}

/** The list contains new charges immediately. */
async function listByAttempt(account: Account, reference: string): Promise<string[]> {
  const recent = await listRecent(account);
  return recent.filter(({ metadata }) => metadata['attempt_id'] === reference).map(({ id }) => id);
}

async function findIds(account: Account, lookup: ChargeLookup): Promise<string[]> {
  if (lookup.processorReference) return [lookup.processorReference];
  const found = await searchByAttempt(account, lookup.reference);
  return found.length > 0 ? found : listByAttempt(account, lookup.reference);
}

async function lookUp(account: Account, lookup: ChargeLookup): Promise<Outcome | NotFound> {
  const [id, ...more] = await findIds(account, lookup);
  if (!id) return { kind: 'not_found' };
  // Money may have been taken twice, so this needs manual review.
  if (more.length > 0) return unknown('several intents of one attempt');
  const { stripe } = account;
  const intent = await stripe.paymentIntents.retrieve(id, { expand: EXPAND_WITH_REFUNDS });
  if (intent.metadata['attempt_id'] !== lookup.reference) {
    return unknown('the intent belongs to another attempt');
  }
  return fromPayment(intent, await refundsAndDisputes(stripe, intent));
}

export async function cancel(stripe: Stripe, processorReference: string): Promise<CancelOutcome> {
  try {
    const { status } = await stripe.paymentIntents.cancel(processorReference);
    return { kind: status === 'canceled' ? 'canceled' : 'not_cancelable' };
  } catch (error) {
    if (isMissing(error)) return { kind: 'not_found' };
    return isRefused(error) ? { kind: 'not_cancelable' } : unknown(toReason(error));
  }
}

/**
 * Throttled, unauthenticated, not sent, or sent to an account without the charge: nothing was refunded, and the
 * refund itself is valid.
 */
function toRefundOutcome(error: unknown): RefundOutcome {
  const outcome = fromError(error);
  if (outcome.kind === 'not_sent') return { kind: 'deferred', reason: outcome.reason };
  if (isMissing(error)) return { kind: 'deferred', reason: toReason(error) };
  if (outcome.kind === 'declined' && error instanceof Error) {
    return { kind: 'refused', refundReference: null, message: error.message };
  }
  return unknown(toReason(error));
}

function fromRefund(refund: Stripe.Refund): RefundOutcome {
  const { id: refundReference } = refund;
  switch (toRefundState(refund)) {
    case 'succeeded':
      return { kind: 'refunded', refundReference };
    case 'pending':
      return { kind: 'pending', refundReference };
    case 'failed':
      return { kind: 'refused', refundReference, message: toFailureReason(refund) };
  }
}

export function toCharges(account: Account): Charges {
  const { stripe, supportsIdempotencyKeys } = account;
  return {
    resend: supportsIdempotencyKeys
      ? { kind: 'same_key', withinMs: RESEND_WITHIN_MS }
      : { kind: 'never' },
    charge: (order) => charge(account, order),
    async lookup(lookup) {
      try {
        return await lookUp(account, lookup);
      } catch (error) {
        if (isMissing(error)) return { kind: 'not_found' };
        // A failed lookup proves nothing about the charge.
        return {
          ...unknown(toReason(error)),
          ...(isKeyRefused(error) ? { isKeyRefused: true } : {}),
        };
      }
    },
    list: (span) => listCharges(stripe, span),
    cancel: ({ processorReference }) => cancel(stripe, processorReference),
    async refund(order) {
      try {
        const idempotencyKey = `refund-${order.reference}`;
        return fromRefund(await stripe.refunds.create(toRefund(order), { idempotencyKey }));
      } catch (error) {
        return toRefundOutcome(error);
      }
    },
  };
}
