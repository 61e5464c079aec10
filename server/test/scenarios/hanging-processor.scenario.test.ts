/**
 * A processor that accepts connections but never responds (docs/operations.md) blocks only its own lookups.
 * Meanwhile, a real worker delivers the events and emails of another company.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { SOCKET_PATH } from '@quittance/contract/payments/realtime';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import type { Worker } from '../../src/app/jobs/task-pump.ts';
import { startWorker } from '../../src/app/jobs/worker.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { DEFAULT_CONCURRENCY } from '../../src/kernel/concurrency.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { Message } from '../../src/platform/mail/mailer.ts';
import { createHttpClient } from '../../src/platform/outbound/http-client.ts';
import { createProcessors } from '../../src/processors/registry.ts';
import type { TestInvoice } from '../world/company.ts';
import { addContact } from '../world/own-rows.ts';
import { openWorld, type World } from '../world/world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/**
 * Together, the payments exceed the worker's slots for lookups, but they are too few to trip any company's circuit
 * breaker.
 */
const COMPANIES = 4;
const UNRESOLVED_EACH = 4;
/** Shorter than a call to a processor that does not respond. */
const PROMPTLY = { timeout: 15_000 } as const;

async function openBlackHole() {
  const held = new Set<Socket>();
  const server = createServer((socket) => {
    held.add(socket);
    socket.on('close', () => held.delete(socket));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    held: () => held.size,
    async close(): Promise<void> {
      server.close();
      for (const socket of held) socket.destroy();
    },
  };
}

let world: World;
let workerDatabase: Database;
let worker: Worker;
let blackHole: Awaited<ReturnType<typeof openBlackHole>>;
const sent: Message[] = [];
const unresolved: TestInvoice[] = [];

/** The payers reach the sandbox, but the worker reaches a black hole instead of PayEngine. */
function startWorkerBesideBlackHole() {
  const { deps, realtime, sandbox } = world;
  const { connectionString } = deps.database.pool.options;
  workerDatabase = openDatabase({
    url: connectionString ?? '',
    connectionsMax: 40,
    onIdleError: () => undefined,
  });
  const processors = createProcessors({
    http: createHttpClient(),
    clock: systemClock,
    baseUrls: { ...sandbox.baseUrls, payengine: blackHole.url },
    acceptsLiveKeys: false,
  });
  const mailer = { send: async (mail: Message) => void sent.push(mail), close: () => undefined };
  worker = startWorker(
    { ...deps, database: workerDatabase, processors },
    { realtime, mail: { mailer, address: 'portal@example.com' } },
  );
}

beforeAll(async () => {
  world = await openWorld({ clock: systemClock });
  blackHole = await openBlackHole();
});
afterAll(async () => {
  await blackHole.close();
  await worker.stop();
  await workerDatabase.close();
  // Once the processor responds, every payment is settled.
  for (const invoice of unresolved) await world.lookAgain(invoice);
  await world.close();
});

/** Creates a company at PayEngine whose payers wait because responses were lost. */
async function leaveUnresolved(): Promise<void> {
  const company = await world.company();
  await world.sandbox.fault({
    merchant: company.merchant,
    operation: 'charge',
    fault: 'lose_answer',
    times: UNRESOLVED_EACH,
  });
  for (let count = 0; count < UNRESOLVED_EACH; count += 1) {
    const invoice = await world.invoice(company);
    unresolved.push(invoice);
    await world.payer(company, invoice).pay();
  }
}

describe.runIf(isFullRun)('A processor that does not answer', () => {
  it('a hanging processor does not delay events or emails of a company at another processor', async () => {
    for (let count = 0; count < COMPANIES; count += 1) await leaveUnresolved();
    const northwind = await world.company({ processor: 'stripe' });
    const verifiedAt = world.deps.clock.now();
    await addContact(world, northwind, { value: 'ada@example.com', isPrimary: true, verifiedAt });
    startWorkerBesideBlackHole();
    await expect.poll(blackHole.held, PROMPTLY).toBeGreaterThanOrEqual(DEFAULT_CONCURRENCY.lookups);

    const invoice = await world.invoice(northwind);
    const auth = { company: northwind.domain, link: invoice.token };
    const socket = io(world.url, {
      path: SOCKET_PATH,
      auth,
      forceNew: true,
      transports: ['websocket'],
    });
    const heard: string[] = [];
    socket.on('payment_processing', (event) => heard.push(event.paymentProcessingStatus));
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    await world.payer(northwind, invoice).pay();

    await expect.poll(() => heard, PROMPTLY).toEqual(['in_progress', 'success']);
    await expect.poll(() => sent.map(({ to }) => to), PROMPTLY).toEqual(['ada@example.com']);
    socket.disconnect();
    expect(blackHole.held()).toBeGreaterThanOrEqual(DEFAULT_CONCURRENCY.lookups);
    for (const each of unresolved) expect(await world.statement(each)).toContain('payment UNKNOWN');
  });
});
