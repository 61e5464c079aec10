/**
 * Outages of a running installation, with a web server and a worker: which alarm the operator gets, and after how
 * long. Rows of outages that take minutes or hours to be noticed are aged. Only part of a full run.
 */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@quittance/dev/free-port';
import { startEmbeddedPostgres } from '@quittance/dev/postgres/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import type { AlarmName } from '../../src/app/observability/alarms.ts';
import { notify } from '../../src/customers/mail/notify.ts';
import { addMs, monotonicMs, systemClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { keysFromText } from '../../src/platform/sealing/key-source.ts';
import { createSealer } from '../../src/platform/sealing/seal.ts';
import { addCompany, addInvoice, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { addAttempt } from '../world/own-rows.ts';
import { testDeps } from '../world/test-deps.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

const SECRET_KEY = randomBytes(32).toString('base64');
const run = promisify(execFile);
const NOTICED = { timeout: 240_000, interval: 250 } as const;

type Postgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

let folder: string;
let postgres: Postgres;
let database: Database;
let deps: Deps;
let payengine: TestCompany;
let stripe: TestCompany;
const servers: Server[] = [];
const portals: ServeProcess[] = [];
const messages: { text: string; atMs: number }[] = [];
const table: { outage: string; alarm: AlarmName; seconds: number; aged: string }[] = [];

async function listen(server: Server): Promise<number> {
  servers.push(server);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return port;
}

/** Takes alarms like Slack does. */
function slack(): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      messages.push({ text: Buffer.concat(chunks).toString(), atMs: monotonicMs() });
      response.end('ok');
    });
  });
}

const responding = (status: number) =>
  createServer((_request, response) => response.writeHead(status).end('{}'));

/** A portal whose certificate expires in ten days. */
async function expiring(): Promise<Server> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-nodes', '-keyout', key, '-out', cert, '-subj', '/CN=localhost'];
  await run('openssl', [...request, ...files, '-days', '10']);
  const identity = { key: readFileSync(key), cert: readFileSync(cert) };
  return createTlsServer(identity, (_request, response) => response.end());
}

type Ports = Record<'slack' | 'stripe' | 'fiserv' | 'tls', number>;

async function start(role: 'web' | 'worker', ports: Ports): Promise<ServeProcess> {
  const portal = startServe({
    words: ['--processes', '1', '--pool', '8', '--role', role],
    folder,
    environment: {
      DATABASE_URL: postgres.url,
      SECRET_KEY,
      DATA_DIR: folder,
      PORT: String(await freePort()),
      PUBLIC_URL: `https://localhost:${ports.tls}`,
      SLACK_WEBHOOK_URL: `http://127.0.0.1:${ports.slack}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      PAYENGINE_URL: 'http://127.0.0.1:1',
      STRIPE_URL: `http://127.0.0.1:${ports.stripe}`,
      FISERV_URL: `http://127.0.0.1:${ports.fiserv}`,
      LOG_LEVEL: 'info',
    },
  });
  portals.push(portal);
  await portal.ready();
  return portal;
}

let web: ServeProcess;
let worker: ServeProcess;

beforeAll(async () => {
  if (!isFullRun) return;
  folder = await mkdtemp(join(tmpdir(), 'quittance-outages-'));
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  await migrate(postgres.url);
  database = openDatabase({ url: postgres.url, connectionsMax: 8, onIdleError: () => undefined });
  const sealer = createSealer(...keysFromText(SECRET_KEY));
  const none = { overrideOf: () => null, usualScript: () => null };
  const processors = { ...none, supports: () => true, create: () => null };
  deps = testDeps({ database, clock: systemClock, processors, sealer });
  payengine = await addCompany(deps, newMerchant('payengine'));
  stripe = await addCompany(deps, newMerchant('stripe'));
  const ports = {
    slack: await listen(slack()),
    stripe: await listen(responding(503)),
    fiserv: await listen(responding(401)),
    tls: await listen(await expiring()),
  };
  web = await start('web', ports);
  worker = await start('worker', ports);
}, 120_000);

afterAll(async () => {
  for (const portal of portals) portal.signal('SIGKILL');
  for (const server of servers) server.close();
  await database?.close();
  await postgres?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);

/** Lookups are due one after another, like those of payments that were made during the outage. */
async function unansweredPayments(whose: TestCompany): Promise<void> {
  for (let count = 0; count < 16; count += 1) {
    const invoice = await addInvoice(deps, whose);
    const nextCheckAt = addMs(systemClock.now(), count * 6000);
    const { processor } = whose.merchant;
    await addAttempt({ deps }, { whose, invoice }, { processor, state: 'UNKNOWN', nextCheckAt });
  }
}

type Outage = {
  outage: string;
  alarm: AlarmName;
  /** Part of the message, if other outages raise the same alarm. */
  subject?: string;
  aged?: string;
  cause(): Promise<unknown>;
};

const OUTAGES: readonly Outage[] = [
  {
    outage: 'a processor refuses connections',
    alarm: 'processor_failing_seconds',
    cause: () => unansweredPayments(payengine),
  },
  {
    outage: 'a processor responds with 503 only',
    alarm: 'circuits_open',
    cause: () => unansweredPayments(stripe),
  },
  {
    outage: "the processor refuses a company's key",
    alarm: 'processor_problems',
    subject: 'KEY_REFUSED',
    cause: () => addCompany(deps, newMerchant('fiserv')),
  },
  {
    outage: 'the mail server is down',
    alarm: 'mail_lag_seconds',
    aged: '15 minutes',
    async cause() {
      const { companyId, customerId } = payengine;
      const at = addMs(systemClock.now(), -15 * 60_000);
      await database.asSystem((tx) =>
        notify(tx, { companyId, customerId, template: 'receipt', data: {}, at }),
      );
    },
  },
  {
    outage: 'processor webhooks cannot be processed',
    alarm: 'webhook_lag_seconds',
    aged: '10 minutes',
    cause: () =>
      query(
        `insert into webhook_events (company_id, processor, event_id, event_type, reference, received_at, claimed_until)
         values ($1, 'payengine', 'a', 'sale', gen_random_uuid()::text, now() - interval '10 minutes', now() + interval '1 day')`,
        [payengine.companyId],
      ),
  },
  {
    outage: "a company's endpoint accepts no events",
    alarm: 'webhook_endpoints_failing',
    aged: '15 minutes',
    cause: () =>
      query(
        `insert into webhook_endpoints (company_id, id, url, state, secret_sealed, fanned_out_to, failing_since, created_at)
         values ($1, $2, 'https://127.0.0.1:1', 'ACTIVE', 'x', 0, now() - interval '15 minutes', now())`,
        [payengine.companyId, randomUUID()],
      ),
  },
  {
    outage: 'a company cannot be reconciled',
    alarm: 'companies_unreconciled',
    aged: '36 hours',
    cause: () => query(`update companies set created_at = now() - interval '37 hours'`),
  },
  {
    outage: 'a job fails',
    alarm: 'job_overdue_seconds',
    aged: '30 minutes',
    async cause() {
      await query('alter table company_logos rename to lost_logos');
      await query(`update operator.job_runs set succeeded_at = now() - interval '31 minutes'
        where task = 'fetch_logos'`);
    },
  },
  {
    outage: 'a queued job is not started',
    alarm: 'job_lag_seconds',
    aged: '10 minutes',
    cause: () => query(`select enqueue_job('nobody', '{}', now() - interval '11 minutes', 'late')`),
  },
  {
    outage: 'the certificate of the portal is not renewed',
    alarm: 'certificate_days_left',
    cause: async () => undefined,
  },
  {
    outage: 'the web process is killed',
    alarm: 'processes_lost',
    cause: async () => process.kill(web.processes()[0] ?? 0, 'SIGKILL'),
  },
];

const LAST: readonly Outage[] = [
  {
    outage: 'the worker and its supervisor are killed',
    alarm: 'worker_silent_seconds',
    async cause() {
      const pids = [worker.pid, ...worker.processes()];
      for (const pid of pids) process.kill(pid, 'SIGKILL');
    },
  },
  {
    outage: 'the database is stopped',
    alarm: 'database_down',
    cause: () => postgres.stop(),
  },
];

async function observe({ outage, alarm, subject = '', aged = '–', cause }: Outage): Promise<void> {
  const startedMs = monotonicMs();
  await cause();
  const find = () =>
    messages.find(({ text }) => text.includes(`] ${alarm}: `) && text.includes(subject));
  await expect.poll(find, { ...NOTICED, message: outage }).toBeDefined();
  const seconds = Math.max(0, Math.round(((find()?.atMs ?? startedMs) - startedMs) / 1000));
  table.push({ outage, alarm, seconds, aged });
}

describe.runIf(isFullRun)('Thirteen outages', () => {
  it('the operator gets the alarm of each outage within two minutes', {
    timeout: 900_000,
  }, async () => {
    await Promise.all(OUTAGES.map(observe));
    for (const outage of LAST) await observe(outage);
    for (const row of table) process.stdout.write(`${JSON.stringify(row)}\n`);
    expect(table).toHaveLength(13);
    expect(Math.max(...table.map(({ seconds }) => seconds))).toBeLessThanOrEqual(120);
  });
});
