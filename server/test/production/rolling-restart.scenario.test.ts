/**
 * Production (docs/production.md): two processes behind a reverse proxy while payers pay. A process is killed, and
 * the supervisor replaces it. Then SIGHUP replaces all processes without a failed request (ADR 0078). Nothing is
 * lost, and the processor's own records show no double charge. Only part of a full run.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOCKET_PATH } from '@quittance/contract/payments/realtime';
import { freePort } from '@quittance/dev/free-port';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { checkInvariantsNightly } from '../../src/payments/reconciliation/check-invariants.ts';
import { keysFromText } from '../../src/platform/sealing/key-source.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import {
  type ClickResult,
  clickUntilAnswered,
  openCompany,
  prepareClick,
} from '../scenarios/kills.ts';
import type { TestCompany } from '../world/company.ts';
import { type Sandbox, startSandbox } from '../world/sandbox-process.ts';
import { openReverseProxy } from './reverse-proxy.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

const KILLS = 30;
const KILL_EVERY_MS = 10_000;
const PAYERS = 6;
const CHARGE_MS = 100;
const PATIENCE = { timeout: 120_000, interval: 100 } as const;

let fresh: FreshDatabase;
let sandbox: Sandbox;
let folder: string;
let portal: ServeProcess;
let proxy: Awaited<ReturnType<typeof openReverseProxy>>;
let company: TestCompany;
const secretKey = randomBytes(32).toString('base64');

const stage = () => ({
  portal: { database: fresh.database, sealer: createSealer(...keysFromText(secretKey)) },
  sandbox,
});

function startPayers() {
  const clicked: ClickResult[] = [];
  let isOver = false;
  const payers = Array.from({ length: PAYERS }, async () => {
    while (!isOver) {
      const click = await prepareClick(stage(), company);
      clicked.push(await clickUntilAnswered([proxy.url], click, 0));
    }
  });
  return {
    clicked,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(payers);
    },
  };
}

async function expectNothingLostOrDoubled(clicked: readonly ClickResult[]): Promise<void> {
  const { pool } = fresh.database;
  const { rows } = await pool.query<{ id: string; invoice_id: string; state: string }>(
    'select id, invoice_id, state from attempts',
  );
  const records = await sandbox.records(company.merchant);
  const taken = records.filter(({ status }) => status === 'succeeded');
  const references = taken.map(({ internalTransactionID }) => internalTransactionID);
  const paid = rows.filter(({ state }) => state === 'SUCCEEDED');
  const acknowledged = clicked.filter(({ answer }) => answer.status === 'SUCCESS');
  const paidInvoices = new Set(paid.map((row) => row.invoice_id));
  expect(acknowledged.filter(({ invoice }) => !paidInvoices.has(invoice.invoiceId))).toEqual([]);
  expect(references.toSorted()).toEqual(paid.map(({ id }) => id).toSorted());
  expect(paidInvoices.size).toBe(paid.length);
  expect(await checkInvariantsNightly(fresh.database)).toEqual({ violations: [], unchecked: [] });
}

async function isDecided(): Promise<boolean> {
  const { rowCount } = await fresh.database.pool.query(
    `select 1 from attempts where state not in ('SUCCEEDED', 'FAILED')`,
  );
  return rowCount === 0;
}

function openSocket(token: string): { socket: Socket; heard: string[] } {
  const heard: string[] = [];
  const socket = io(proxy.url, {
    path: SOCKET_PATH,
    auth: { company: company.domain, link: token },
    transports: ['websocket'],
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  });
  socket.on('payment_processing', (event) => heard.push(event.paymentProcessingStatus));
  return { socket, heard };
}

describe.runIf(isFullRun)('Two processes behind a reverse proxy, while payers pay', () => {
  beforeAll(async () => {
    fresh = await freshDatabase();
    sandbox = await startSandbox();
    folder = await mkdtemp(join(tmpdir(), 'quittance-serve-'));
    const port = await freePort();
    proxy = await openReverseProxy({ port });
    portal = startServe({
      words: ['--processes', '2', '--pool', '12', '--allow-http'],
      folder,
      environment: {
        DATABASE_URL: fresh.url,
        SECRET_KEY: secretKey,
        DATA_DIR: folder,
        PORT: String(port),
        PUBLIC_URL: proxy.url,
        TRUST_PROXY: '127.0.0.1',
        PAYENGINE_URL: sandbox.baseUrls.payengine,
        STRIPE_URL: sandbox.baseUrls.stripe,
        FISERV_URL: sandbox.baseUrls.fiserv,
        LOG_LEVEL: 'info',
      },
    });
    company = await openCompany(stage(), 'stripe');
    await sandbox.fault({
      merchant: company.merchant,
      operation: 'charge',
      fault: 'slow',
      times: 1000,
      delayMs: CHARGE_MS,
    });
    await portal.ready();
  });

  afterAll(async () => {
    await portal?.stop();
    await proxy?.close();
    await sandbox?.stop();
    await fresh?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it(`a process is killed and replaced ${KILLS} times, and no payment is lost or duplicated`, {
    timeout: 1_200_000,
  }, async () => {
    const payers = startPayers();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const begun = payers.clicked.length + PAYERS;
      await expect.poll(() => payers.clicked.length, PATIENCE).toBeGreaterThan(begun);
      const [victim = 0] = portal.processes();
      process.kill(victim, 'SIGKILL');
      await expect
        .poll(() => portal.processes().filter((pid) => pid !== victim).length, PATIENCE)
        .toBe(2);
      await expect.poll(() => portal.count('server.started'), PATIENCE).toBe(3 + kill);
      await new Promise((resolve) => setTimeout(resolve, KILL_EVERY_MS));
    }
    await payers.stop();
    await expect.poll(isDecided, PATIENCE).toBe(true);
    await expectNothingLostOrDoubled(payers.clicked);
    expect(await portal.count('process.restarted')).toBe(KILLS);
  });

  it('SIGHUP replaces both processes without a failed request or a lost socket event', {
    timeout: 300_000,
  }, async () => {
    const watched = await prepareClick(stage(), company);
    const page = openSocket(watched.invoice.token);
    await expect.poll(() => page.socket.connected, PATIENCE).toBe(true);
    const [before, payers] = [portal.processes(), startPayers()];
    const reads: number[] = [];
    let isReading = true;
    const reader = (async () => {
      while (isReading) reads.push((await fetch(`${proxy.url}/api/ready`)).status);
    })();

    portal.signal('SIGHUP');
    await expect.poll(() => portal.count('reload.completed'), PATIENCE).toBe(1);
    isReading = false;
    await reader;
    await payers.stop();

    expect(payers.clicked.length).toBeGreaterThan(PAYERS);
    expect(payers.clicked.filter(({ tries }) => tries > 1)).toEqual([]);
    expect(payers.clicked.filter(({ answer }) => answer.status !== 'SUCCESS')).toEqual([]);
    expect(reads.filter((status) => status !== 200)).toEqual([]);
    const after = portal.processes();
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);

    await expect.poll(() => page.socket.connected, PATIENCE).toBe(true);
    await clickUntilAnswered([proxy.url], watched, 0);
    await expect.poll(() => page.heard.at(-1), PATIENCE).toBe('success');
    page.socket.disconnect();
    await expectNothingLostOrDoubled(payers.clicked);
    const figures = { payments: payers.clicked.length, reads: reads.length };
    process.stdout.write(`rolling restart: ${JSON.stringify(figures)}\n`);
  });

  it('SIGHUP without the migrations of the new version changes nothing', {
    timeout: 300_000,
  }, async () => {
    const { pool } = fresh.database;
    const before = portal.processes();
    const { rows } = await pool.query(
      `delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)
       returning hash, created_at`,
    );
    portal.signal('SIGHUP');
    await expect.poll(() => portal.count('reload.failed'), PATIENCE).toBe(1);
    expect(await portal.said()).toContain('Run: quittance migrate');
    await expect.poll(() => portal.processes(), PATIENCE).toEqual(before);
    await pool.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [rows[0].hash, rows[0].created_at],
    );
    const { answer } = await clickUntilAnswered(
      [proxy.url],
      await prepareClick(stage(), company),
      0,
    );
    expect(answer.status).toBe('SUCCESS');
  });

  it('SIGTERM stops both processes with exit code 0', async () => {
    const processes = portal.processes();
    expect(await portal.stop()).toBe(0);
    for (const pid of processes) expect(() => process.kill(pid, 0)).toThrow();
  });
});
