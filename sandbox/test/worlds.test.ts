// Worlds: many independent sandboxes in one process, each with its own clock and records.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { merchantAt, startReceiver, startSandbox, type TestSandbox } from './test-sandbox.ts';

const sandbox = await startSandbox();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(sandbox.close);

const Opened = z.object({ name: z.string(), url: z.url(), smtp: z.url(), now: z.string() });
const Deliveries = z.object({ deliveries: z.array(z.unknown()) });

const remove = (name: string) =>
  sandbox.call({ method: 'DELETE', path: `/_sandbox/worlds/${name}` });

type WorldInput = { name?: string; now?: string; latencyMs?: number; isShuffled?: boolean };

async function openWorld(input: WorldInput = {}) {
  const { body } = await sandbox.control('/worlds', input);
  const opened = Opened.parse(body);
  cleanups.push(() => remove(opened.name));
  return { ...opened, ...merchantAt(opened.url) };
}

const toClock = (world: Pick<TestSandbox, 'call'>) => world.call({ path: '/_sandbox/clock' });

/** Returns the SMTP reply codes. */
async function sendMail(address: string, to: string): Promise<string[]> {
  const { hostname, port, username } = new URL(address);
  const plain = Buffer.from(`\0${username}\0${username}`).toString('base64');
  const steps = [
    'EHLO test',
    `AUTH PLAIN ${plain}`,
    'MAIL FROM:<portal@harbor.example>',
    `RCPT TO:<${to}>`,
    'DATA',
    `Subject: Hello\r\nMessage-ID: <1@${username}>\r\n\r\nHello\r\n.`,
    'QUIT',
  ];
  const codes: string[] = [];
  const socket = connect(Number(port), hostname);
  for await (const line of createInterface({ input: socket })) {
    if (line[3] === '-') continue;
    codes.push(line.slice(0, 3));
    const step = steps.shift();
    if (step !== undefined) socket.write(`${step}\r\n`);
  }
  return codes;
}

describe('An untidy world', () => {
  it('a world can respond late and deliver every event twice', async () => {
    const world = await openWorld({ latencyMs: 30, isShuffled: true });
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    const path = '/_sandbox/payengine/merchants/mer_sandbox_harbor';
    await world.call({ method: 'PATCH', path, body: { webhookUrl: receiver.url } });
    const cardToken = await world.cardToken();
    const before = performance.now();
    await world.sale({ cardToken });
    expect(performance.now() - before).toBeGreaterThan(25);
    await world.control('/webhooks/flush');
    await expect.poll(() => receiver.received.length).toBe(2);
    const [first, second] = receiver.received.map(({ event }) => event.event_uid);
    expect(first).toBe(second);
  });
});

describe('A world', () => {
  it('a world starts at any instant and advances independently of the default clock', async () => {
    const past = await openWorld({ now: '2020-02-29T12:00:00.000Z' });
    const future = await openWorld({ now: '2090-01-01T00:00:00.000Z' });
    const before = await toClock(sandbox);
    await past.control('/clock', { advanceMs: 86_400_000 });
    expect(await toClock(past)).toMatchObject({
      body: { now: expect.stringMatching(/^2020-03-01T12:0/) },
    });
    expect(await toClock(future)).toMatchObject({
      body: { now: expect.stringMatching(/^2090-01-01T00:0/) },
    });
    expect(await toClock(sandbox)).toMatchObject({ body: { offsetMs: 0 } });
    expect(before).toMatchObject({ body: { offsetMs: 0 } });
  });

  it('a world dates and settles charges by its own clock', async () => {
    const [one, other] = [await openWorld({ now: '2020-01-01T00:00:00Z' }), await openWorld()];
    for (const world of [one, other, sandbox]) {
      await world.ach({ accountToken: await world.bankToken() });
    }
    await one.control('/clock', { advanceMs: 2 * 86_400_000 });
    expect(await one.records()).toMatchObject([
      { settled: true, createdAt: expect.stringMatching(/^2020-01-01/) },
    ]);
    expect(await other.records()).toMatchObject([{ settled: false }]);
    expect(await sandbox.records()).toMatchObject([{ settled: false }]);
  });

  it('a settle call in a world affects only its own charges', async () => {
    const [one, other] = [await openWorld(), await openWorld()];
    for (const world of [one, other]) await world.sale({ cardToken: await world.cardToken() });
    expect(await one.control('/settle')).toMatchObject({ body: { settled: 1 } });
    expect(await other.records()).toMatchObject([{ settled: false }]);
  });

  it('a fault in a world affects only that world, even without a merchant', async () => {
    const [one, other] = [await openWorld(), await openWorld()];
    await one.control('/faults', { operation: 'sale', fault: 'http_500_before' });
    expect(await other.sale({ cardToken: await other.cardToken() })).toMatchObject({ status: 200 });
    expect(await one.sale({ cardToken: await one.cardToken() })).toMatchObject({ status: 500 });
  });

  it('a flush call in a world affects only its own webhooks', async () => {
    const [one, other] = [await openWorld(), await openWorld()];
    const receiver = await startReceiver([500, 500]);
    cleanups.push(receiver.close);
    for (const world of [one, other]) {
      const path = '/_sandbox/payengine/merchants/mer_sandbox_harbor';
      await world.call({ method: 'PATCH', path, body: { webhookUrl: receiver.url } });
      await world.sale({ cardToken: await world.cardToken() });
    }
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(await one.control('/webhooks/flush')).toMatchObject({ body: { waiting: 0 } });
    expect(await other.call({ path: '/_sandbox/webhooks' })).toMatchObject({
      body: { deliveries: [{ state: 'waiting' }] },
    });
    const all = await sandbox.call({ path: '/_sandbox/webhooks' });
    expect(Deliveries.parse(all.body).deliveries).toEqual([]);
  });

  it('a world has its own mailbox with its own refusals', async () => {
    const [one, other] = [await openWorld({ name: 'one' }), await openWorld({ name: 'other' })];
    await one.control('/mailbox/refuse', { code: 552 });
    expect(await sendMail(other.smtp, 'maya@example.com')).toContain('354');
    expect(await sendMail(one.smtp, 'maya@example.com')).toContain('552');
    const path = '/_sandbox/mailbox.json?to=maya@example.com';
    expect(await other.call({ path })).toMatchObject({ body: { mails: [{ subject: 'Hello' }] } });
    for (const world of [one, sandbox]) {
      expect(await world.call({ path })).toMatchObject({ body: { mails: [] } });
    }
    const unknown = one.smtp.replaceAll('one', 'gone');
    expect(await sendMail(unknown, 'maya@example.com')).toContain('535');
  });

  it('URLs in the responses of a world contain the path of the world', async () => {
    const world = await openWorld({ name: 'paths' });
    const response = await fetch(`${world.url}/stripe/v1/payment_intents`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_sandbox_northwind',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        amount: '1000',
        currency: 'usd',
        confirm: 'true',
        payment_method: 'pm_card_threeDSecure2Required',
        return_url: 'http://portal.example/',
      }),
    });
    expect(await response.json()).toMatchObject({
      next_action: {
        redirect_to_url: {
          url: expect.stringContaining(`${world.url}/stripe/3ds/challenge.html#`),
        },
      },
    });
  });

  it('DELETE removes a world and frees its name', async () => {
    const world = await openWorld({ name: 'again' });
    await world.sale({ cardToken: await world.cardToken() });
    expect(await sandbox.control('/worlds', { name: 'again' })).toMatchObject({ status: 409 });
    expect(await remove('again')).toMatchObject({ status: 200 });
    expect(await remove('again')).toMatchObject({ status: 404 });
    expect(await toClock(world)).toMatchObject({ status: 404 });
    await sandbox.control('/worlds', { name: 'again' });
    expect(await world.records()).toEqual([]);
  });

  it('a world cannot open further worlds', async () => {
    const world = await openWorld();
    expect(await world.control('/worlds')).toMatchObject({ status: 404 });
  });
});
