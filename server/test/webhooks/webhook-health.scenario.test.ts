/** Webhook metrics for operators, and retries of a receiver that failed (ADR 0069). */
import { HOUR_MS } from '@quittance/contract/durations';
import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/app/observability/metrics.ts';
import { separateSlots, sharedSlots } from '../../src/kernel/concurrency.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { ANY_ADDRESS } from '../../src/platform/outbound/reach.ts';
import { deliverEvents } from '../../src/webhooks/deliver-events.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { readMetrics } from '../world/read-metrics.ts';
import { type Receiver, startReceiver } from '../world/receiver.ts';
import { useWorld } from '../world/world.ts';

const PATIENT = { timeout: 30_000 };

let receiver: Receiver;
let call: Provider;
let path: string;

const world = useWorld({ webhookReach: ANY_ADDRESS });
afterEach(() => receiver.goDown());

async function subscribe(): Promise<void> {
  receiver = await startReceiver();
  call = await createProvider(world, await world.company());
  const { body } = await call('POST', '/webhook-endpoints', { body: { url: receiver.url } });
  path = `/webhook-endpoints/${body.id}`;
}

async function figures(metrics: ReturnType<typeof createMetrics>, ...names: string[]) {
  const families = readMetrics(await metrics.read());
  return names.map((name) => {
    const found = families.find((family) => family.name === `quittance_${name}`);
    return found?.samples.map(({ labels, value }) => [...Object.values(labels), value].join(' '));
  });
}

describe('A failed delivery', () => {
  it.each([
    { byte: 0, pauseMs: 5000 },
    { byte: 128, pauseMs: 4498 },
    { byte: 255, pauseMs: 4000 },
  ])(
    'a failed delivery is retried after a randomly shortened pause ($byte of 255)',
    async ({ byte, pauseMs }) => {
      await subscribe();
      receiver.behave(() => 500);
      await call('POST', `${path}/test`);
      const bytes = (count: number) => new Uint8Array(count).fill(byte);
      await deliverEvents({ ...world.deps, entropy: { ...systemEntropy, bytes } });
      const [delivery] = (await call('GET', `${path}/deliveries`)).body.data;
      const waitsMs = Date.parse(delivery.nextTryAt) - Date.parse(world.deps.clock.now());
      expect(waitsMs).toBe(pauseMs);
    },
  );
});

async function newCustomer(customerRef: string): Promise<string> {
  const body = { customerRef, firstName: 'Ada', lastName: 'Pine' };
  return (await call('POST', '/customers', { body })).body.id;
}

describe('A slow endpoint', () => {
  it('a slow endpoint delays only later events of the same objects and no other endpoint', async () => {
    await subscribe();
    const slow = receiver;
    const gate = { open: () => {} };
    const answer = new Promise<number>((resolve) => {
      gate.open = () => resolve(204);
    });
    slow.behave(() => answer);
    const slots = sharedSlots();
    const run = () => deliverEvents(world.deps, { slots, isStopping: () => false });
    const ids: string[] = [];
    for (let number = 0; number < 12; number += 1) ids.push(await newCustomer(`L-${number}`));
    const first = run();
    await expect.poll(() => slow.received.length, PATIENT).toBe(12);
    ids.push(await newCustomer('L-12'));
    for (const id of ids) await call('PATCH', `/customers/${id}`, { body: { firstName: 'Bea' } });
    const second = run();
    await expect.poll(() => slow.received.length, PATIENT).toBe(13);
    await subscribe();
    await newCustomer('Q-1');
    await run();
    expect(receiver.received).toHaveLength(1);
    gate.open();
    await Promise.all([first, second]);
    const sequences = ids.map((id) =>
      slow.events().flatMap(({ objectId, sequence }) => (objectId === id ? [sequence] : [])),
    );
    expect(sequences).toEqual(ids.map(() => [1, 2]));
    await slow.goDown();
  });
});

describe('The metrics of webhooks', () => {
  it('the metrics count deliveries by outcome, waiting events, and failing and paused endpoints', async () => {
    await subscribe();
    await world.deps.database.pool.query("delete from webhook_deliveries where state = 'PENDING'");
    const metrics = createMetrics(world.deps);
    const onTried = metrics.eventTried;
    const deliver = () =>
      deliverEvents(world.deps, { slots: separateSlots, isStopping: () => false, onTried });
    const gauges = ['event_deliveries_waiting', 'event_delivery_lag_seconds'];
    await call('POST', `${path}/test`);
    await deliver();
    receiver.behave(() => 500);
    await call('POST', `${path}/test`);
    await deliver();
    await receiver.goDown();
    await world.later(HOUR_MS);
    await deliver();
    expect(await figures(metrics, 'event_tries_total', ...gauges)).toEqual([
      ['accepted 1', 'not_accepted 1', 'no_answer 1'],
      ['1'],
      ['3600'],
    ]);
    const before = await figures(metrics, 'webhook_endpoints_paused');
    expect(before).toEqual([['0']]);
    for (let tries = 0; tries < 13; tries += 1) {
      await world.later(6 * HOUR_MS);
      await deliver();
    }
    expect(await figures(metrics, 'webhook_endpoints_paused', ...gauges)).toEqual([
      ['1'],
      ['0'],
      ['0'],
    ]);
  });
});
