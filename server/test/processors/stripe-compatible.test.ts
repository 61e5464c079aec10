/**
 * The Stripe adapter with a Stripe-compatible server: URL, keys, version and dialect are settings and need no code.
 */
import { attemptIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMs, systemClock } from '../../src/kernel/clock.ts';
import { createHttpClient } from '../../src/platform/outbound/http-client.ts';
import type { ChargeSource } from '../../src/processors/processor.ts';
import { createProcessors } from '../../src/processors/registry.ts';
import { Secret } from '../../src/processors/secret.ts';
import {
  METHODS,
  SECRET_KEY,
  startCompatibleServer,
  WEBHOOK_SECRET,
} from './stripe-compatible-server.ts';
import { orderFor } from './subject.ts';

const DIALECT = {
  apiVersion: '2024-06-20',
  omits: 'description, return_url, setup_future_usage, use_stripe_sdk',
  idempotency: 'none',
};

const http = createHttpClient();
let server: Awaited<ReturnType<typeof startCompatibleServer>>;

beforeAll(async () => {
  server = await startCompatibleServer();
});
afterAll(async () => {
  await server.close();
  await http.close();
});

function open(extra: Record<string, string> = DIALECT) {
  const baseUrls = { stripe: server.url };
  const settings = { http, clock: systemClock, baseUrls, acceptsLiveKeys: false };
  const processor = createProcessors(settings).create('stripe', {
    owner: 'test',
    merchantId: null,
    processorKey: new Secret(SECRET_KEY),
    webhookSecret: new Secret(WEBHOOK_SECRET),
    extra,
  });
  if (!processor?.webhooks) throw new Error('Stripe has an adapter with webhooks');
  return { ...processor, webhooks: processor.webhooks };
}

const typed = (method: string): ChargeSource => ({ kind: 'new', token: new Secret(method) });

describe('A Stripe-compatible server', () => {
  it('a Stripe-compatible server takes a card payment and keeps its customer', async () => {
    const order = orderFor(typed(METHODS.pays), { savesMethod: true });
    expect(await open().charges.charge(order)).toMatchObject({
      kind: 'succeeded',
      amountCents: 10_320,
      currency: 'USD',
      method: { brand: 'visa', last4: '4242' },
    });
    const [customer] = server.customers;
    expect(customer).toMatchObject({ name: 'Maya Ortiz', metadata: { customer_id: 'c-1' } });
    expect(server.intents[0]).toMatchObject({ customer: customer?.['id'] });
  });

  it('a Stripe-compatible server can decline with only a status, and the reason is reported', async () => {
    const outcome = await open().charges.charge(orderFor(typed(METHODS.declined)));
    expect(outcome).toMatchObject({
      kind: 'declined',
      code: 'card_declined',
      message: 'Your card was declined. Please try another card or contact your bank.',
      class: 'soft',
    });
  });

  it('a Stripe-compatible server finds a payment by our reference without a search index or time filter', async () => {
    const { charge, lookup } = open().charges;
    const order = orderFor(typed(METHODS.pays));
    await charge(order);
    const sought = { reference: order.reference, processorReference: null };
    expect(await lookup(sought)).toMatchObject({ kind: 'succeeded', amountCents: 10_320 });
  });

  it('a Stripe-compatible server lists payments without a time filter, newest first, page by page', async () => {
    const { charge, list } = open().charges;
    const orders = Array.from({ length: 120 }, () => orderFor(typed(METHODS.pays)));
    for (const order of orders) await charge(order);
    const old = server.intents.at(-1);
    if (old) old['created'] = 1_600_000_000;
    const now = systemClock.now();
    const listed = await list?.({ from: addMs(now, -60_000), to: addMs(now, 60_000) });
    const references = listed?.map(({ reference }) => reference);
    expect(references).toEqual(expect.arrayContaining(orders.map(({ reference }) => reference)));
    expect(listed).toHaveLength(server.intents.length - 1);
  });

  it('a Stripe-compatible server makes refunds and refuses refunds without funds', async () => {
    const { charge, refund } = open().charges;
    const taken = await charge(orderFor(typed(METHODS.pays)));
    if (taken.kind !== 'succeeded') throw new Error(`not charged: ${taken.kind}`);
    const back = { reference: 'refund-1', amountCents: cents(10_320), kind: 'card' } as const;
    const { processorReference } = taken;
    expect(await refund({ ...back, processorReference })).toMatchObject({ kind: 'refunded' });
    const nothing = { ...back, processorReference: 'pi_nobody' };
    expect(await refund(nothing)).toMatchObject({
      kind: 'refused',
      message: 'Nothing to give back',
    });
  });

  it('a Stripe-compatible server signs events that resolve to the payment', async () => {
    const { charges, webhooks } = open();
    const order = orderFor(typed(METHODS.pays));
    await charges.charge(order);
    const event = server.events.at(-1) ?? { rawBody: '', headers: {} };
    const hint = webhooks.verify(event);
    expect(hint).toMatchObject({
      eventType: 'payment_intent.succeeded',
      reference: order.reference,
    });
    const reference = attemptIdSchema.parse(hint?.reference);
    const found = await charges.lookup({ reference, processorReference: null });
    expect(found).toMatchObject({ kind: 'succeeded' });
    const changed = event.rawBody.replace('10320', '10321');
    expect(webhooks.verify({ ...event, rawBody: changed })).toBeNull();
  });

  it('a charge is never sent again to a server without idempotency keys', () => {
    expect(open().charges.resend).toEqual({ kind: 'never' });
    expect(open({}).charges.resend).toMatchObject({ kind: 'same_key' });
  });

  it('a Stripe-compatible server refuses unknown parameters and charges nothing', async () => {
    const before = server.intents.length;
    const outcome = await open({}).charges.charge(orderFor(typed(METHODS.pays)));
    expect(outcome).toMatchObject({ kind: 'declined', class: 'hard' });
    expect(server.intents).toHaveLength(before);
  });

  it('a server configuration that omits a required payment parameter is refused', () => {
    expect(() => open({ omits: 'amount' })).toThrow('a payment can be sent without');
  });
});
