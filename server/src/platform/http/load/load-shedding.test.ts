import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PROVIDER_BASE } from '@quittance/contract/http/provider-route';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../kernel/errors.ts';
import { setErrorHandlers } from '../error-handler.ts';
import { registerLoadShedding } from './load-shedding.ts';

const NO_QUEUE = { waitingMax: 0, waitMs: 1000 };

const app = Fastify();
let letGo: (() => void)[] = [];
const held = () => new Promise<string>((resolve) => letGo.push(() => resolve('done')));

setErrorHandlers(app);
const load = registerLoadShedding(app, {
  reads: { runningMax: 2, ...NO_QUEUE },
  payments: { runningMax: 1, ...NO_QUEUE },
  perClientMax: 20,
});
const CALL = `${PROVIDER_BASE}/customers`;
app.get('/read', held);
app.get(CALL, held);
app.get('/limited', async () => {
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: 1000 });
});
app.get('/large', async () => 'x'.repeat(50_000_000));
app.post('/note', held);
app.post('/pay', { config: { movesMoney: true, limits: [] } }, held);
app.get('/api/health', async () => 'live');

beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());
afterEach(() => finishAll());

function finishAll(): void {
  for (const go of letGo) go();
  letGo = [];
}

const underWay = (count: number) => expect.poll(() => letGo.length, { interval: 5 }).toBe(count);
const running = (count: number) =>
  expect.poll(() => load.counts().running, { interval: 5 }).toBe(count);

async function sent(text: string): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo; // because it listens on a port
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const READ = 'GET /read HTTP/1.1\r\nhost: portal\r\n\r\n';
const HALF_A_BODY =
  'POST /note HTTP/1.1\r\nhost: portal\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"';

describe('Load shedding', () => {
  it('load shedding refuses reads when no slot is free and keeps reserved slots for payments', async () => {
    const reading = [app.inject('/read'), app.inject('/read')];
    await underWay(2);
    const refused = await app.inject('/read');
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual({ success: false, message: 'TOO_BUSY' });
    expect(refused.headers['retry-after']).toBe('2');
    const call = await app.inject(CALL);
    expect(call.headers['content-type']).toContain('application/problem+json');
    expect(call.json()).toMatchObject({ code: 'TOO_BUSY', requestId: call.headers['request-id'] });
    const paying = app.inject({ method: 'POST', url: '/pay' });
    await underWay(3);
    expect((await app.inject({ method: 'POST', url: '/pay' })).statusCode).toBe(503);
    expect((await app.inject('/api/health')).statusCode).toBe(200);
    finishAll();
    expect((await paying).statusCode).toBe(200);
    for (const read of reading) expect((await read).statusCode).toBe(200);
    expect(load.counts().running).toBe(0);
  });

  it('a request whose client has disconnected keeps its slot until its work is done', async () => {
    const socket = await sent(READ);
    await running(1);
    socket.destroy();
    const reading = app.inject('/read');
    await running(2);
    expect((await app.inject('/read')).statusCode).toBe(503);
    finishAll();
    expect((await reading).statusCode).toBe(200);
    await running(0);
  });

  it('every slot is released after connections are cut during a request', async () => {
    for (let count = 0; count < 10; count += 1) {
      const socket = await sent(READ);
      await underWay(1);
      socket.destroy();
      finishAll();
      await running(0);
    }
  });

  it('a request gets a slot only after its body has arrived', async () => {
    const slow = await Promise.all(Array.from({ length: 10 }, () => sent(HALF_A_BODY)));
    expect((await app.inject('/api/health')).statusCode).toBe(200);
    expect(load.counts()).toMatchObject({ running: 0, waiting: 0 });
    for (const socket of slow.slice(2)) socket.destroy();
    for (const socket of slow.slice(0, 2)) socket.write(':"b"}');
    await running(2);
    finishAll();
    await running(0);
    for (const socket of slow) socket.destroy();
  });

  it('a client that reads its response slowly or not at all does not hold a slot', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 2 }, () => sent('GET /large HTTP/1.1\r\nhost: portal\r\n\r\n')),
    );
    for (const socket of sockets) {
      await once(socket, 'readable');
      socket.pause();
    }
    await running(0);
    const reading = app.inject('/read');
    await underWay(1);
    finishAll();
    expect((await reading).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('one client has a limited number of requests in progress', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => sent(HALF_A_BODY)));
    const [answer] = await once(await sent(READ), 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 429 /);
    expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
    const again = () => app.inject({ url: '/large' }).then(({ statusCode }) => statusCode);
    await expect.poll(again).toBe(200);
  });
});

describe('A network that keeps asking after refusals (docs/security.md)', () => {
  it('waits for its answer, and other networks do not', async () => {
    const ask = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });
    for (let count = 0; count <= 20; count += 1)
      expect((await ask('/limited', '192.0.2.7')).statusCode).toBe(429);
    const answered: string[] = [];
    const note = async (url: string, remoteAddress: string) => {
      await ask(url, remoteAddress);
      answered.push(remoteAddress);
    };
    await Promise.all([note('/limited', '192.0.2.8'), note('/large', '198.51.100.7')]);
    expect(answered).toEqual(['198.51.100.7', '192.0.2.8']);
  });
});

describe('A visit that is shed (product §10)', () => {
  it.each([
    ['en-US', 'One moment, please'],
    ['es-MX', 'Un momento, por favor'],
  ])(
    'a visit in %s gets a page that says %s and tries again by itself',
    async (language, title) => {
      const reading = [app.inject('/read'), app.inject('/read')];
      await underWay(2);
      const refused = await app.inject({
        url: '/read',
        headers: { 'sec-fetch-mode': 'navigate', 'accept-language': language },
      });
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
      expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(refused.body).toContain(`<h1>${title}</h1>`);
      expect(refused.body).toContain('<meta http-equiv="refresh" content="4">');
      finishAll();
      await Promise.all(reading);
    },
  );
});

describe('A flood of requests', () => {
  it('every request of a flood is served or refused, and no state is left behind', async () => {
    const flooded = Fastify();
    setErrorHandlers(flooded);
    const { counts } = registerLoadShedding(flooded, {
      reads: { runningMax: 2, waitingMax: 200, waitMs: 30 },
      payments: { runningMax: 1, ...NO_QUEUE },
      perClientMax: 1000,
    });
    flooded.get('/read', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return 'done';
    });
    const statuses = new Set<number>();
    for (const size of [300, 10, 250, 40, 300]) {
      const answers = await Promise.all(
        Array.from({ length: size }, () => flooded.inject({ url: '/read' })),
      );
      for (const { statusCode } of answers) statuses.add(statusCode);
      expect(counts()).toMatchObject({ running: 0, waiting: 0 });
    }
    expect(statuses).toEqual(new Set([200, 503]));
    await flooded.close();
  });
});
