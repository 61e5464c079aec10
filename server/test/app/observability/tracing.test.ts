/**
 * Traces as a collector receives them from the whole portal: one trace per payment, separate traces for jobs, no
 * secrets, and no tracing without configuration.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { freePort } from '@quittance/dev/free-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPortal } from '../../../src/app/composition.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { readConfig } from '../../../src/kernel/config.ts';
import { systemEntropy } from '../../../src/kernel/entropy.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { openSealer } from '../../../src/platform/sealing/sealing-key.ts';
import { type FreshDatabase, freshDatabase } from '../../database.ts';
import { addCompany, addInvoice } from '../../world/company.ts';
import { addContact } from '../../world/mailbox.ts';
import { newMerchant } from '../../world/merchant.ts';
import { toPayer } from '../../world/payer.ts';
import { CARDS, type Sandbox, startSandbox } from '../../world/sandbox-process.ts';
import { type Collector, type ReceivedSpan, startCollector } from './collector.ts';

const EMAIL = 'maya.ortiz@canary.example';
const CALLERS_TRACE = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const SUBMIT = 'POST /api/portal/request/:id/full/submit';

const BY_CODE = '/api/portal/debtor/auth/code';

const TOLD = [
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'quittance.attempt',
  'quittance.job',
  'quittance.operation',
  'quittance.outcome',
  'quittance.processor',
];

let fresh: FreshDatabase;
let sandbox: Sandbox;
let dataDir: string;
const secretKey = randomBytes(32).toString('base64');

beforeAll(async () => {
  [fresh, sandbox] = await Promise.all([freshDatabase(), startSandbox()]);
  dataDir = await mkdtemp(join(tmpdir(), 'quittance-traces-'));
});
afterAll(async () => {
  await sandbox.stop();
  await fresh.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function openPortal(more: Record<string, string>) {
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    DATABASE_URL: fresh.url,
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.url,
    SECRET_KEY: secretKey,
    LIMITS_FACTOR: '1000',
    ...more,
  });
  let said = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      said += String(chunk);
      done();
    },
  });
  const portal = await startPortal(config, createLog('info', sink));
  const { database } = fresh;
  const setting = {
    database,
    sealer: await openSealer({ database, clock: systemClock }, config),
    clock: systemClock,
    entropy: systemEntropy,
  };
  return {
    url: `http://127.0.0.1:${port}`,
    setting,
    lines: () =>
      said
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    stop: () => portal.stop(),
  };
}

type OpenPortal = Awaited<ReturnType<typeof openPortal>>;

async function payThrough({ url, setting }: OpenPortal, card: string = CARDS.pays) {
  const merchant = newMerchant('payengine');
  await sandbox.register(merchant);
  const company = await addCompany(setting, merchant);
  await addContact({ deps: setting }, company, { value: EMAIL });
  const invoice = await addInvoice(setting, company);
  const key = randomUUID();
  const answer = await toPayer({ url, sandbox, company, invoice }).pay({ key, card });
  return { answer, company, invoice, key, merchant };
}

/** Sends the body after the server has started processing the request, which takes a different code path. */
async function postInTwo(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', expect: '100-continue' };
  const asked = request(url, { method: 'POST', headers, agent: false });
  asked.flushHeaders();
  await once(asked, 'continue');
  asked.end(JSON.stringify(body));
  const [answer] = await once(asked, 'response');
  answer.resume();
  await once(answer, 'close');
}

async function waitingEvents(): Promise<number> {
  const { rows } = await fresh.database.pool.query(
    'select from outbox where delivered_at is null and topic <> $1',
    ['mail'],
  );
  return rows.length;
}

/** Only modules of the SDK count, because the metrics library also loads the API package. */
function loadedModules(): string[] {
  const paths = Object.keys(createRequire(import.meta.url).cache);
  return paths.filter((path) => /@opentelemetry.(?!api)/.test(path));
}

const toChildren = (spans: ReceivedSpan[], { spanId }: ReceivedSpan) =>
  spans.filter((span) => span.parentSpanId === spanId);

function theOne(spans: ReceivedSpan[], name: string): ReceivedSpan {
  const [found, ...more] = spans.filter((span) => span.name === name);
  if (!found || more.length > 0) throw new Error(`${name}: ${spans.map((span) => span.name)}`);
  return found;
}

describe('A portal without a collector', () => {
  it('a portal without a collector does not load the tracing libraries', async () => {
    const portal = await openPortal({});
    expect((await payThrough(portal)).answer).toMatchObject({ success: true });
    await portal.stop();
    expect(loadedModules()).toEqual([]);
    expect(portal.lines().filter((line) => 'traceId' in line)).toEqual([]);
  });
});

describe('A portal with a collector', () => {
  let collector: Collector;
  let portal: OpenPortal;
  let paid: Awaited<ReturnType<typeof payThrough>>;

  beforeAll(async () => {
    collector = await startCollector();
    portal = await openPortal({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'portal-of-a-test',
    });
    const traceparent = `00-${CALLERS_TRACE}-00f067aa0ba902b7-01`;
    await fetch(`${portal.url}/api/health`, { headers: { traceparent } });
    await postInTwo(`${portal.url}${BY_CODE}`, { domain: 'nowhere', code: '123456' });
    paid = await payThrough(portal);
    await vi.waitFor(async () => expect(await waitingEvents()).toBe(0), 20_000);
    // The span of the job ends after its last event is delivered.
    const isJob = ({ name }: ReceivedSpan) => name === 'job deliver_outbox';
    await vi.waitFor(() => expect(collector.spans().some(isJob)).toBe(true), 20_000);
    await portal.stop();
  });
  afterAll(() => collector.stop());

  it('a portal exports its pending spans under its service name before it stops', () => {
    expect(loadedModules()).not.toEqual([]);
    expect(collector.resources()[0]).toMatchObject({ 'service.name': 'portal-of-a-test' });
  });

  it('a payment produces one trace with the request, transactions, charge and processor call', () => {
    expect(paid.answer).toMatchObject({ success: true });
    const spans = collector.spans();
    const submit = theOne(spans, SUBMIT);
    expect(submit.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/portal/request/:id/full/submit',
      'http.response.status_code': 200,
    });
    const below = toChildren(spans, submit);
    const charge = theOne(below, 'payengine charge');
    expect(charge.attributes).toEqual({
      'quittance.processor': 'payengine',
      'quittance.operation': 'charge',
      'quittance.attempt': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'quittance.outcome': 'succeeded',
    });
    expect(below.filter(({ name }) => name === 'transaction').length).toBeGreaterThanOrEqual(2);
    const [call] = toChildren(spans, charge);
    expect(call).toMatchObject({
      name: 'POST payengine',
      traceId: submit.traceId,
      attributes: { 'http.response.status_code': 200 },
    });
  });

  it('a trace continues when a response body arrives later than its headers', () => {
    const spans = collector.spans();
    const names = toChildren(spans, theOne(spans, `POST ${BY_CODE}`)).map(({ name }) => name);
    expect(names).toContain('transaction');
  });

  it('each job has its own trace', () => {
    const spans = collector.spans();
    const jobs = spans.filter(({ name }) => name === 'job deliver_outbox');
    expect(jobs.length).toBeGreaterThanOrEqual(1);
    for (const job of jobs) {
      expect(job.parentSpanId).toBeUndefined();
      expect(toChildren(spans, job).map(({ name }) => name)).toContain('transaction');
    }
  });

  it('a caller cannot choose the trace id', () => {
    theOne(collector.spans(), 'GET /api/health');
    expect(collector.words()).not.toContain(CALLERS_TRACE);
  });

  it('spans contain no personal data and no secrets', () => {
    const { company, invoice, merchant } = paid;
    const words = collector.words();
    for (const secret of [
      invoice.token,
      invoice.requestId,
      company.customerId,
      company.companyId,
      company.domain,
      merchant.privateKey,
      merchant.merchantId,
      secretKey,
      CARDS.pays,
      EMAIL,
      'Maya',
      'Ortiz',
      new URL(fresh.url).password,
    ]) {
      if (secret) expect(words).not.toContain(secret);
    }
  });

  it('spans contain only listed attributes', () => {
    const spans = collector.spans();
    const told = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect(TOLD).toEqual(expect.arrayContaining([...told]));
    for (const { events, links, status } of spans) {
      expect({ events, links, message: status.message ?? '' }).toEqual({
        events: [],
        links: [],
        message: '',
      });
    }
  });

  it('log lines contain the id of the current trace', () => {
    const { traceId } = theOne(collector.spans(), SUBMIT);
    const answered = portal.lines().filter((line) => line.traceId === traceId);
    expect(answered).toContainEqual(
      expect.objectContaining({ msg: 'request completed', status: 200 }),
    );
  });
});

describe('A collector that refuses', () => {
  it('a collector that refuses spans causes a log line and no failed payment', async () => {
    const collector = await startCollector(400);
    const portal = await openPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const { answer } = await payThrough(portal, CARDS.insufficientFunds);
    expect(answer).toMatchObject({ code: 200, status: 'FAILED' });
    await portal.stop();
    expect(collector.words()).toContain('declined');
    const warned = portal.lines().filter(({ msg }) => msg === 'traces cannot be exported');
    expect(warned).toHaveLength(1);
    await collector.stop();
  });
});
