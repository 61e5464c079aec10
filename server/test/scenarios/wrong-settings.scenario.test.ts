/** Wrong settings of a processor account are refused when they are saved, or noticed within five minutes. */
import { createHmac, randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toAlarms } from '../../src/app/observability/alarms.ts';
import { readStoredMetrics } from '../../src/app/observability/ops-metrics-rows.ts';
import { checkConnections } from '../../src/companies/check-connections.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { toCommandLine } from '../world/command-line.ts';
import type { TestCompany } from '../world/company.ts';
import { newMerchant, type TestProcessor } from '../world/merchant.ts';
import { otherAccount, useKeysFrom } from '../world/processor-keys.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { START, useWorld } from '../world/world.ts';

const world = useWorld({ clock: fixedClock(START) });
const events: string[] = [];

beforeAll(() => {
  const write = (line: string) => events.push(JSON.parse(line).event);
  world.deps.log = pino({ level: 'info' }, { write });
});
beforeEach(() => {
  events.length = 0;
});

async function open(processor: TestProcessor) {
  const company = await world.company({ processor });
  const call = await createProvider(world, company);
  return { company, call, path: `/company/processors/${processor}` };
}

type Wrong = { field: string; message: RegExp; change: object | ((other: string) => object) };

/** `other` is the public key of another account. */
const WRONG: Record<string, Wrong & { processor: TestProcessor }> = {
  'keys of different modes': {
    processor: 'stripe',
    change: { processorKey: 'sk_live_123' },
    field: 'publicKey',
    message: /live key.*test key/,
  },
  'a secret key in the public field': {
    processor: 'stripe',
    change: { publicKey: 'sk_test_123', processorKey: 'pk_test_123' },
    field: 'publicKey',
    message: /must not be a secret/,
  },
  'the publishable key of another account': {
    processor: 'stripe',
    change: (publicKey) => ({ publicKey }),
    field: 'publicKey',
    message: /does not accept this key for the account/,
  },
  'a revoked key': {
    processor: 'stripe',
    change: { processorKey: 'sk_test_revoked' },
    field: 'processorKey',
    message: /refuses this key/,
  },
  'a publishable key as the webhook secret': {
    processor: 'stripe',
    change: { webhookSecret: 'pk_test_123' },
    field: 'webhookSecret',
    message: /looks like whsec_/,
  },
  'a script on a foreign host': {
    processor: 'stripe',
    change: { scriptUrl: 'https://scripts.example/stripe.js' },
    field: 'scriptUrl',
    message: /own hosts/,
  },
  'the merchant of another account': {
    processor: 'payengine',
    change: { merchantId: 'mer_of_someone_else' },
    field: 'merchantId',
    message: /does not belong to this merchant/,
  },
  'a live key on the embedded database': {
    processor: 'payengine',
    change: { processorKey: 'sk_prod_123456', publicKey: 'pk_prod_123456' },
    field: 'processorKey',
    message: /database of your own/,
  },
  'a wrong secret': {
    processor: 'fiserv',
    change: { processorKey: 'not-the-secret' },
    field: 'processorKey',
    message: /refuses the API key/,
  },
  'a missing script': {
    processor: 'fiserv',
    change: { scriptUrl: null },
    field: 'scriptUrl',
    message: /is missing/,
  },
};

describe('Settings that cannot work', () => {
  it.each(Object.keys(WRONG))(
    '%s: refused when saved, with the field and the reason',
    async (name) => {
      const wrong = WRONG[name];
      if (!wrong) throw new Error(name);
      const { company, call, path } = await open(wrong.processor);
      const { publicKey } = await otherAccount(world.sandbox, company);
      const body = typeof wrong.change === 'function' ? wrong.change(publicKey) : wrong.change;
      const before = (await call('GET', path)).body;
      const refused = await call('PATCH', path, { body });
      expect(refused).toMatchObject({ status: 422, body: { code: 'PROCESSOR_SETTINGS_REFUSED' } });
      const { field, message } = wrong;
      expect(refused.body.fields).toContainEqual({
        field,
        message: expect.stringMatching(message),
      });
      expect((await call('GET', path)).body).toEqual(before);
    },
  );

  it('a setting of another processor is refused', async () => {
    const { call, path } = await open('stripe');
    const { body } = await call('PATCH', path, { body: { terminalId: '10000001' } });
    expect(body.fields).toMatchObject([{ field: 'terminalId' }]);
  });
});

async function expectAlarm(call: Provider, problem: string): Promise<void> {
  for (let minute = 0; minute < 5; minute += 1) {
    await world.later(MINUTE_MS);
    await checkConnections(world.deps);
  }
  const { body } = await call('GET', '/attention?kind=BROKEN_CONNECTION');
  expect(body.data).toMatchObject([{ facts: { state: problem }, customer: null }]);
  expect(events).toContain('processor.connection_broken');
  const { database, clock } = world.deps;
  const alarms = toAlarms(await readStoredMetrics(database, clock.now()));
  expect(alarms).toContainEqual(
    expect.objectContaining({ name: 'processor_problems', subject: problem }),
  );
}

async function expectRecovery(call: Provider): Promise<void> {
  await world.later(5 * MINUTE_MS);
  await checkConnections(world.deps);
  const { body } = await call('GET', '/attention?kind=BROKEN_CONNECTION');
  expect(body.data).toEqual([]);
  expect(events).toContain('processor.connection_restored');
}

function sendEvent({ domain }: TestCompany, secret: string) {
  const body = JSON.stringify({ event_uid: randomUUID(), event: 'PAYMENT_SALE', data: {} });
  const at = Math.floor(Date.parse(world.deps.clock.now()) / 1000);
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return fetch(`${world.url}/api/webhooks/payengine/${domain}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pf-signature': `t=${at},s=${digest}` },
    body,
  });
}

describe('A connection that breaks', () => {
  it('a key that is revoked later is noticed, and payers read that payments are unavailable', async () => {
    const { company, call } = await open('stripe');
    const invoice = await world.invoice(company);
    await checkConnections(world.deps);
    await useKeysFrom(world.deps, company, newMerchant('stripe'));
    await expectAlarm(call, 'KEY_REFUSED');
    expect(await world.payer(company, invoice).pay()).toMatchObject({
      message: 'PROCESSOR_UNAVAILABLE',
    });
    const status = await toCommandLine(world)(['company', 'processor', company.domain]);
    expect(status.out).toContain('KEY_REFUSED');
    await useKeysFrom(world.deps, company, company.merchant);
    await expectRecovery(call);
  });

  it('events that cannot be verified are counted until one is', async () => {
    const { company, call, path } = await open('payengine');
    await checkConnections(world.deps);
    expect((await sendEvent(company, 'whsec_of_another_endpoint')).status).toBe(404);
    await expectAlarm(call, 'EVENTS_REFUSED');
    expect(events).toContain('processor.event_refused');
    expect((await call('GET', path)).body).toMatchObject({ refusedEvents: 1, isReady: false });
    expect((await sendEvent(company, company.merchant.webhookSecret)).status).toBe(200);
    await expectRecovery(call);
    expect((await call('GET', path)).body).toMatchObject({ refusedEvents: 0, isReady: true });
  });

  it('payments without events are noticed', async () => {
    const { company, call } = await open('payengine');
    await checkConnections(world.deps);
    await sendEvent(company, company.merchant.webhookSecret);
    await world.later(2 * HOUR_MS);
    await world.payer(company, await world.invoice(company)).pay();
    await world.later(2 * HOUR_MS);
    await expectAlarm(call, 'NO_EVENTS');
    await sendEvent(company, company.merchant.webhookSecret);
    await expectRecovery(call);
  });

  it('a processor that does not respond is noticed', async () => {
    const { company, call } = await open('fiserv');
    const { merchant } = company;
    const fault = { merchant, operation: 'lookup', fault: 'http_500_before', times: 100 } as const;
    await world.sandbox.fault(fault);
    await expectAlarm(call, 'NO_RESPONSE');
    await world.sandbox.clearFaults();
    await expectRecovery(call);
  });
});
