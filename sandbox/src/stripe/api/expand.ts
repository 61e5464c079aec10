// The `expand` parameter: replaces ids with objects, in objects and in lists. It supports only properties that
// occur in the sandbox's responses.
import { z } from 'zod';
import {
  chargeAnswer,
  customerAnswer,
  disputeAnswer,
  paymentIntentAnswer,
  refundAnswer,
} from '../answers.ts';
import { payoutAnswer } from '../charges/payout-answer.ts';
import { paymentMethodAnswer } from '../methods/method-answers.ts';
import type { Store } from '../store.ts';
import { invalid } from './api-error.ts';

const DEPTH_MAX = 4;
const EXPANDABLE = [
  'data',
  'charge',
  'latest_charge',
  'customer',
  'payment_intent',
  'payment_method',
  'refunds',
  'source',
];

type Row = Record<string, unknown>;

const Paths = z.array(z.string()).default([]);
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

function lookUp(store: Store, property: string, id: string): unknown {
  const charge = store.charges.get(id);
  const customer = store.customers.get(id);
  const intent = store.paymentIntents.get(id);
  const method = store.paymentMethods.get(id);
  switch (property) {
    case 'latest_charge':
    case 'charge':
      return charge === undefined ? undefined : chargeAnswer(store, charge);
    case 'customer':
      return customer === undefined ? undefined : customerAnswer(customer);
    case 'payment_intent':
      return intent === undefined ? undefined : paymentIntentAnswer(store, intent);
    case 'payment_method':
      return method === undefined ? undefined : paymentMethodAnswer(method);
    case 'source':
      return toSource(store, id);
    default:
      return undefined;
  }
}

function toSource(store: Store, id: string): unknown {
  const charge = store.charges.get(id);
  const refund = store.refunds.get(id);
  const dispute = store.disputes.get(id);
  if (charge) return chargeAnswer(store, charge);
  if (refund) return refundAnswer(store, refund);
  if (dispute) return disputeAnswer(dispute);
  const payout = store.payouts.get(id);
  return payout && payoutAnswer(payout);
}

const REFUNDS_SHOWN = 10;

/** A charge includes the list of its newest refunds only on request. */
function toRefunds(store: Store, { id, object }: Row): unknown {
  if (object !== 'charge') return undefined;
  const own = store.refunds.all().filter(({ charge }) => charge === id);
  return {
    object: 'list',
    data: own
      .slice(-REFUNDS_SHOWN)
      .reverse()
      .map((refund) => refundAnswer(store, refund)),
    has_more: own.length > REFUNDS_SHOWN,
    url: `/v1/charges/${String(id)}/refunds`,
  };
}

/** A property that an object does not have is ignored, because the names were validated earlier. */
function expandIn(store: Store, body: unknown, path: string[]): unknown {
  const [property, ...rest] = path;
  if (property === undefined) return body;
  if (Array.isArray(body)) return body.map((item: unknown) => expandIn(store, item, path));
  if (!isRow(body)) return body;
  const value = property === 'refunds' ? toRefunds(store, body) : body[property];
  const whole = typeof value === 'string' ? (lookUp(store, property, value) ?? value) : value;
  return { ...body, [property]: expandIn(store, whole, rest) };
}

/** Must run before execution: a charge must not be made and then get a "bad request" response. */
export function checkExpand(paths: unknown): void {
  for (const path of Paths.parse(paths)) {
    const steps = path.split('.');
    if (steps.length > DEPTH_MAX) {
      throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    }
    const unknown = steps.find((step) => !EXPANDABLE.includes(step));
    if (unknown !== undefined) {
      throw invalid(`This property cannot be expanded (${unknown}).`, { param: 'expand' });
    }
  }
}

export function expand(store: Store, body: unknown, paths: unknown): unknown {
  return Paths.parse(paths).reduce(
    (expanded, path) => expandIn(store, expanded, path.split('.')),
    body,
  );
}
