/**
 * Roles (ADR 0078): the web role serves payers and notifies their open pages, and the worker does everything else
 * in its own process. Also covers several machines behind a load balancer (docs/scale.md).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOCKET_PATH } from '@quittance/contract/payments/realtime';
import { freePort } from '@quittance/dev/free-port';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal } from '../../src/app/composition.ts';
import { type Config, readConfig } from '../../src/kernel/config.ts';
import { keysFromText } from '../../src/platform/sealing/key-source.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { clickUntilAnswered, openCompany, prepareClick } from '../scenarios/kills.ts';
import type { TestCompany } from '../world/company.ts';
import { type Sandbox, startSandbox } from '../world/sandbox-process.ts';
import { openReverseProxy } from './reverse-proxy.ts';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

let fresh: FreshDatabase;
let sandbox: Sandbox;
let folder: string;
let company: TestCompany;
const sockets: Socket[] = [];
const running: { url: string; stop(): Promise<void> }[] = [];

async function start(role: Config['role']): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    DATABASE_URL: fresh.url,
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    SECRET_KEY,
    ROLE: role,
    SMTP_URL: sandbox.smtpUrl,
    STRIPE_URL: sandbox.baseUrls.stripe,
  });
  const { stop } = await startPortal({ ...config, migrates: false }, pino({ level: 'silent' }));
  running.push({ url, stop });
  return url;
}

const stage = () => ({
  portal: { database: fresh.database, sealer: createSealer(...keysFromText(SECRET_KEY)) },
  sandbox,
});

beforeAll(async () => {
  fresh = await freshDatabase();
  sandbox = await startSandbox();
  folder = await mkdtemp(join(tmpdir(), 'quittance-roles-'));
  company = await openCompany(stage(), 'stripe');
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  for (const { stop } of running) await stop();
  await sandbox.stop();
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

async function waitingMails(): Promise<number> {
  const { rows } = await fresh.database.pool.query<{ count: number }>(
    `select count(*)::int from outbox where topic = 'mail' and delivered_at is null`,
  );
  return rows[0]?.count ?? 0;
}

describe('Separate web and worker processes', () => {
  it('a web process alone takes a payment and updates the page, and its email waits for a worker', async () => {
    const url = await start('web');
    const click = await prepareClick(stage(), company);
    const heard: string[] = [];
    const socket = io(url, {
      path: SOCKET_PATH,
      auth: { company: company.domain, link: click.invoice.token },
      transports: ['websocket'],
    });
    sockets.push(socket);
    socket.on('payment_processing', (event) => heard.push(event.paymentProcessingStatus));
    await expect.poll(() => socket.connected).toBe(true);

    const { answer } = await clickUntilAnswered([url], click, 0);

    expect(answer.status).toBe('SUCCESS');
    await expect.poll(() => heard.at(-1)).toBe('success');
    expect((await fetch(`${url}/api/ready`)).status).toBe(200);
    expect(await waitingMails()).toBeGreaterThan(0);
  });

  it('a worker sends the waiting email and serves only its readiness check', async () => {
    const url = await start('worker');
    await expect.poll(waitingMails).toBe(0);
    const statuses = await Promise.all(
      ['/api/ready', '/', '/api/health', '/metrics'].map(
        async (path) => (await fetch(`${url}${path}`)).status,
      ),
    );
    expect(statuses).toEqual([200, 404, 404, 404]);
  });
});

describe('Two machines behind a load balancer (docs/scale.md)', () => {
  const balancers: { close(): Promise<void> }[] = [];
  afterAll(() => Promise.all(balancers.map((balancer) => balancer.close())));

  async function balance(port: () => number): Promise<string> {
    const balancer = await openReverseProxy({ port });
    balancers.push(balancer);
    return balancer.url;
  }

  type ListenOptions = { transport: 'polling' | 'websocket'; link: string };

  function listen(url: string, { transport, link }: ListenOptions) {
    const heard: string[] = [];
    const socket = io(url, {
      path: SOCKET_PATH,
      auth: { company: company.domain, link },
      transports: [transport],
      reconnection: false,
    });
    sockets.push(socket);
    socket.on('payment_processing', (event) => heard.push(event.paymentProcessingStatus));
    const outcome = new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', () => resolve('refused'));
      socket.once('disconnect', () => resolve('refused'));
    });
    return { heard, outcome };
  }

  it('long polling requires a load balancer with sticky sessions, and WebSocket does not', async () => {
    const machines = [await start('web'), await start('web')];
    const ports = machines.map((url) => Number(new URL(url).port));
    let turn = 0;
    const inTurns = await balance(() => ports[turn++ % ports.length] ?? 0);
    const sticky = await balance(() => ports[0] ?? 0);
    const click = await prepareClick(stage(), company);
    const link = click.invoice.token;

    const lost = listen(inTurns, { transport: 'polling', link });
    expect(await lost.outcome).toBe('refused');
    const polling = listen(sticky, { transport: 'polling', link });
    const webSocket = listen(inTurns, { transport: 'websocket', link });
    expect(await Promise.all([polling.outcome, webSocket.outcome])).toEqual([
      'connected',
      'connected',
    ]);

    // Not the machine that serves the polling page.
    const [, other = ''] = machines;
    await clickUntilAnswered([other], click, 0);
    await expect.poll(() => polling.heard.at(-1)).toBe('success');
    await expect.poll(() => webSocket.heard.at(-1)).toBe('success');
  });
});
