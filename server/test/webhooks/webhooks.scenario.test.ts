/** Webhooks to a receiver on a real socket (ADR 0069): in order, signed, at least once, and never to a private network. */
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { EVENT_TYPES } from '@quittance/contract/webhooks/event-schemas';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANY_ADDRESS, PUBLIC_INTERNET } from '../../src/platform/outbound/reach.ts';
import { deliverEvents } from '../../src/webhooks/deliver-events.ts';
import { createEndpoint } from '../../src/webhooks/endpoints.ts';
import type { TestCompany } from '../world/company.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { type ReceivedWebhook, type Receiver, startReceiver } from '../world/receiver.ts';
import { useWorld } from '../world/world.ts';

let receiver: Receiver;

const world = useWorld({ webhookReach: ANY_ADDRESS });
afterEach(async () => {
  vi.useRealTimers();
  await receiver.goDown();
});

const deliver = () => deliverEvents(world.deps);

type SubscribedEndpoint = {
  company: TestCompany;
  call: Provider;
  endpointId: string;
  secret: string;
};

async function subscribe(more: Record<string, unknown> = {}): Promise<SubscribedEndpoint> {
  receiver = await startReceiver();
  const company = await world.company();
  const call = await createProvider(world, company);
  const created = await call('POST', '/webhook-endpoints', {
    body: { url: receiver.url, ...more },
  });
  expect(created.status).toBe(201);
  const { id: endpointId, secret } = created.body;
  return { company, call, endpointId, secret };
}

/** The published library compares the time with the machine's clock. */
function verify(secret: string, { headers, body }: ReceivedWebhook): unknown {
  vi.setSystemTime(new Date(Number(headers['webhook-timestamp']) * 1000));
  return new Webhook(secret).verify(body, headers);
}

async function newInvoice(call: Provider, accountRef: string): Promise<string> {
  const { body } = await call('POST', '/invoices', {
    body: {
      customerRef: 'W-1',
      accountRef,
      productName: 'Hull',
      dueDate: '2027-02-01',
      total: 5000,
    },
  });
  return body.id;
}

const newCustomer = (call: Provider) =>
  call('POST', '/customers', { body: { customerRef: 'W-1', firstName: 'Ada', lastName: 'Pine' } });

const change = (call: Provider, invoiceId: string, total: number) =>
  call('PATCH', `/invoices/${invoiceId}`, { body: { total } });

function toSequences({ received }: Receiver): Record<string, number[]> {
  const sequences: Record<string, number[]> = {};
  for (const { event } of received) {
    sequences[event.objectId] = [...(sequences[event.objectId] ?? []), event.sequence];
  }
  return sequences;
}

const readPage = async ({ call, endpointId }: SubscribedEndpoint) =>
  (await call('GET', `/webhook-endpoints/${endpointId}/deliveries?limit=100`)).body.data;

describe('A webhook', () => {
  it('a webhook has the signature of the published library and equals the listed event', async () => {
    const { call, secret } = await subscribe();
    await newCustomer(call);
    await deliver();
    const [first] = receiver.received;
    expect(first && verify(secret, first)).toEqual((await call('GET', '/events')).body.data[0]);
    expect(first?.headers['webhook-id']).toBe(first?.event.id);
    expect(() => first && verify(secret, { ...first, body: `${first.body} ` })).toThrow();
  });

  it('a webhook is signed with both secrets for a day after a rotation', async () => {
    const { call, endpointId, secret } = await subscribe();
    const rotated = await call('POST', `/webhook-endpoints/${endpointId}/rotate-secret`);
    await call('POST', `/webhook-endpoints/${endpointId}/test`);
    await deliver();
    await world.later(DAY_MS);
    await call('POST', `/webhook-endpoints/${endpointId}/test`);
    await deliver();
    const [soon, later] = receiver.received;
    if (!soon || !later) throw new Error('two tests arrived');
    expect([soon.event.type, later.event.type]).toEqual(Array(2).fill('webhook_endpoint.tested'));
    for (const one of [soon, later]) verify(rotated.body.secret, one);
    verify(secret, soon);
    expect(() => verify(secret, later)).toThrow();
  });

  it('a webhook is sent for subscribed types only, starting when the endpoint is created', async () => {
    const { call, endpointId } = await subscribe({ types: ['invoice.issued'] });
    await newCustomer(call);
    await newInvoice(call, 'WT-1');
    const other = await call('POST', '/webhook-endpoints', { body: { url: receiver.url } });
    await call('POST', `/webhook-endpoints/${endpointId}/test`);
    await deliver();
    const types = receiver.events().map(({ type }) => type);
    expect(types.sort()).toEqual(['invoice.issued', 'webhook_endpoint.tested']);
    await call('DELETE', `/webhook-endpoints/${other.body.id}`);
    const listed = await call('GET', '/webhook-endpoints');
    expect(listed.body.data).toMatchObject([{ id: endpointId, state: 'ACTIVE' }]);
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
  });

  it('a test event has the example of its type, is marked, and is not among the events', async () => {
    const { call, endpointId, secret } = await subscribe({ types: ['customer.created'] });
    const path = `/webhook-endpoints/${endpointId}/test`;
    for (const type of EVENT_TYPES) {
      expect((await call('POST', `${path}?type=${type}`)).status).toBe(200);
    }
    for (let runs = 0; runs < 3; runs += 1) await deliver();
    // The receiver parses each event with the schema of its type.
    expect(
      receiver
        .events()
        .map(({ type }) => type)
        .sort(),
    ).toEqual([...EVENT_TYPES].sort());
    expect(receiver.events().every(({ isTest }) => isTest)).toBe(true);
    for (const one of receiver.received) {
      verify(secret, one);
      expect(one.headers['user-agent']).toBe('Quittance-Webhooks');
    }
    const paid = receiver.events().find(({ type }) => type === 'invoice.paid');
    expect(paid?.data).toMatchObject({ status: 'COLLECTED', balance: 0 });
    const { data } = (await call('GET', '/events?limit=100')).body;
    const types = new Set(data.map(({ type }: { type: string }) => type));
    expect(types).toEqual(new Set(['webhook_endpoint.tested']));
    const unknown = await call('POST', `${path}?type=invoice.eaten`);
    expect(unknown.body.fields).toMatchObject([{ field: 'query.type' }]);
  });

  it('an event has the metadata of its object', async () => {
    const { call } = await subscribe({ types: ['customer.created'] });
    const body = { customerRef: 'WM-1', businessName: 'Moss', metadata: { region: 'west' } };
    await call('POST', '/customers', { body });
    await deliver();
    const region = { metadata: { region: 'west' } };
    expect(receiver.events()).toMatchObject([{ type: 'customer.created', data: region }]);
    const { data } = (await call('GET', '/events?type=customer.created')).body;
    expect(data).toMatchObject([{ data: region }]);
  });

  it('every webhook arrives in object order after the receiver was down for a day', async () => {
    const subscribed = await subscribe();
    const { call, secret } = subscribed;
    await receiver.goDown();
    await newCustomer(call);
    const ids = [await newInvoice(call, 'WD-1'), await newInvoice(call, 'WD-2')];
    for (let hour = 0; hour < 24; hour += 2) {
      await deliver();
      for (const id of ids) await change(call, id, 5100 + hour);
      await world.later(2 * HOUR_MS);
    }
    expect(receiver.received).toEqual([]);
    await receiver.goUp();
    // The first attempt after the longest pause reaches the receiver and releases everything else.
    await world.later(6 * HOUR_MS);
    await deliver();
    const { data } = (await call('GET', '/events?limit=100')).body;
    const isSent = ({ type }: { type: string }) => type !== 'webhook_endpoint.failing';
    const events = data.filter(isSent);
    expect(data).toHaveLength(events.length + 1);
    expect(events).toHaveLength(1 + 2 * 13);
    const arrived = receiver.events().sort((left, right) => left.number - right.number);
    expect(arrived).toEqual(events);
    for (const sequences of Object.values(toSequences(receiver))) {
      expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    }
    for (const one of receiver.received) verify(secret, one);
    const deliveries = await readPage(subscribed);
    expect(new Set(deliveries.map(({ state }: { state: string }) => state))).toEqual(
      new Set(['DELIVERED']),
    );
  });

  it('a rejected webhook delays only later events of its own object', async () => {
    const { call } = await subscribe();
    await newCustomer(call);
    await deliver();
    const [stuck, free] = [await newInvoice(call, 'WS-1'), await newInvoice(call, 'WS-2')];
    await change(call, stuck, 5500);
    await change(call, free, 5500);
    receiver.received.length = 0;
    receiver.behave(({ event }) => (event.objectId === stuck ? 500 : 200));
    await deliver();
    await deliver();
    expect(toSequences(receiver)).toEqual({ [stuck]: [1], [free]: [1, 2] });
    await change(call, stuck, 5600);
    await change(call, free, 5600);
    await deliver();
    expect(toSequences(receiver)).toEqual({ [stuck]: [1], [free]: [1, 2, 3] });
    receiver.accept();
    await world.later(HOUR_MS);
    await deliver();
    expect(toSequences(receiver)).toEqual({ [stuck]: [1, 1, 2, 3], [free]: [1, 2, 3] });
  });

  it('a webhook is abandoned after three days, and a resumed endpoint receives the waiting events', async () => {
    const subscribed = await subscribe();
    const { call, company, endpointId } = subscribed;
    receiver.behave(() => 302);
    await newCustomer(call);
    for (let tries = 0; tries < 13; tries += 1) {
      await deliver();
      await world.later(6 * HOUR_MS);
    }
    const [given] = await readPage(subscribed);
    expect(given).toMatchObject({ state: 'GIVEN_UP', status: 302, failure: 'not_accepted' });
    const path = `/webhook-endpoints/${endpointId}`;
    expect((await call('GET', path)).body).toMatchObject({ state: 'PAUSED' });
    const { rows } = await world.deps.database.pool.query(
      'select actor from audit where company_id = $1 and action = $2',
      [company.companyId, 'webhook_endpoint.paused'],
    );
    expect(rows).toEqual([{ actor: 'webhooks' }]);
    const refusals = receiver.received.length;
    // A redirect is treated like any other response: nothing was sent to its target.
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook']));
    receiver.accept();
    await newInvoice(call, 'WP-1');
    await deliver();
    expect(receiver.received).toHaveLength(refusals);
    expect((await call('POST', `${path}/resume`)).body).toMatchObject({ state: 'ACTIVE' });
    await deliver();
    expect(
      receiver
        .events()
        .slice(refusals)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['invoice.issued', 'webhook_endpoint.paused']);
  });

  it('a webhook can be resent on demand, singly or from a given instant on', async () => {
    const subscribed = await subscribe();
    const { call, endpointId } = subscribed;
    const start = world.deps.clock.now();
    await newCustomer(call);
    await deliver();
    await world.later(HOUR_MS);
    const since = world.deps.clock.now();
    const invoiceId = await newInvoice(call, 'WR-1');
    await change(call, invoiceId, 6000);
    await deliver();
    const first = receiver.events().map(({ id }) => id);
    const oldest = (await readPage(subscribed)).at(-1);
    const path = `/webhook-endpoints/${endpointId}`;
    const period = { since: start, until: since };
    const one = await call('POST', `${path}/replay`, { body: period });
    expect(one.body).toEqual({ count: 1 });
    await deliver();
    expect(receiver.events().at(-1)?.id).toBe(oldest.eventId);
    const single = await call('POST', `${path}/deliveries/${oldest.id}/replay`);
    expect(single.body).toEqual({ count: 1 });
    const many = await call('POST', `${path}/replay`, { body: { since } });
    expect(many.body).toEqual({ count: 2 });
    await deliver();
    const again = receiver.events().slice(first.length + 1);
    expect(again.map(({ id }) => id).sort()).toEqual([...first].sort());
    const ofInvoice = again.filter(({ objectId }) => objectId === invoiceId);
    expect(ofInvoice.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});

describe('An address of a private network', () => {
  const deps = () => ({ ...world.deps, webhookReach: PUBLIC_INTERNET });

  it.each([
    'http://127.0.0.1:9/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest',
    'https://localhost/',
    'https://db.internal/',
    'https://user:secret@example.com/',
    'http://example.com/',
  ])('an unsafe endpoint URL is refused: %s', async (url) => {
    const { companyId } = await world.company();
    const actor = { companyId, name: 'test' };
    const created = world.deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
      createEndpoint(tx, deps(), { actor, input: { url, types: null } }),
    );
    await expect(created).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('an endpoint whose public name resolves to a private address is not contacted', async () => {
    const subscribed = await subscribe();
    const { call } = subscribed;
    await newCustomer(call);
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const { port } = new URL(receiver.url);
    const body = { url: `http://hooks.example.com:${port}/` };
    await call('PATCH', `/webhook-endpoints/${subscribed.endpointId}`, { body });
    const webhookReach = { ...PUBLIC_INTERNET, protocols: ['http:'], resolve };
    await deliverEvents({ ...world.deps, webhookReach });
    expect(receiver.received).toEqual([]);
    expect(await readPage(subscribed)).toMatchObject([{ failure: 'address_refused', tries: 1 }]);
    await world.later(HOUR_MS);
    await deliverEvents({ ...world.deps, webhookReach: { ...ANY_ADDRESS, resolve } });
    expect(receiver.received).toHaveLength(1);
  });
});
