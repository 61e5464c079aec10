import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signature } from '../../src/stripe/events.ts';
import { ACCOUNT_ID, idIn, PAYMENT, startStripe } from './test-stripe.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const Event = z.object({
  id: z.string(),
  type: z.string(),
  api_version: z.string(),
  data: z.object({ object: z.looseObject({ id: z.string() }) }),
});

async function startEndpoint() {
  const received: { signature: string; raw: string; event: z.infer<typeof Event> }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const raw = Buffer.concat(chunks).toString('utf8');
    const event = Event.parse(JSON.parse(raw));
    const isNew = !received.some((before) => before.event.id === event.id);
    received.push({ signature: String(request.headers['stripe-signature']), raw, event });
    response.writeHead(isNew ? 500 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  cleanups.push(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { url: `http://127.0.0.1:${port}/webhooks`, received };
}

async function start() {
  const endpoint = await startEndpoint();
  const stripe = await startStripe({ webhookDelayMs: 60_000 });
  cleanups.push(stripe.close);
  const change = { webhookUrl: endpoint.url };
  await stripe.control(`/stripe/accounts/${ACCOUNT_ID}`, change, 'PATCH');
  const typesAfterFlush = async () => {
    await stripe.control('/webhooks/flush');
    return endpoint.received.splice(0).map(({ event }) => event.type);
  };
  return { stripe, endpoint, typesAfterFlush };
}

describe('Events of Stripe', () => {
  it('Stripe events are signed as documented', () => {
    const signed = { secret: 'whsec_test', unixSeconds: 1_492_774_577, body: '{"id":"evt_1"}' };
    expect(signature(signed)).toBe(
      't=1492774577,v1=7656fc2882a7ca0a651666b36bf2f2f22ee204f54f608f227498a2419f2890b2',
    );
  });

  it('a payment emits events with its metadata', async () => {
    const { stripe, endpoint } = await start();
    const reply = await stripe.server.post('payment_intents', {
      ...PAYMENT,
      payment_method: 'pm_card_visa',
      metadata: { attempt_id: 'a1' },
    });
    await stripe.control('/webhooks/flush');
    const succeeded = endpoint.received.find(
      ({ event }) => event.type === 'payment_intent.succeeded',
    );
    expect(succeeded?.event).toMatchObject({
      api_version: '2026-10-28.endive',
      data: { object: { id: idIn(reply), status: 'succeeded', metadata: { attempt_id: 'a1' } } },
    });
    const [, unixSeconds] = /^t=(\d+),v1=[0-9a-f]{64}$/.exec(succeeded?.signature ?? '') ?? [];
    const signed = { secret: 'whsec_sandbox_northwind', unixSeconds: Number(unixSeconds) };
    expect(succeeded?.signature).toBe(signature({ ...signed, body: succeeded?.raw ?? '' }));
  });

  it('events are retried until they are accepted', async () => {
    const { stripe, endpoint } = await start();
    await stripe.server.post('customers', {});
    await stripe.control('/webhooks/flush');
    await stripe.control('/webhooks/flush');
    const [first, second, ...more] = endpoint.received;
    expect(second?.event.id).toBe(first?.event.id);
    expect(more).toEqual([]);
  });
});
