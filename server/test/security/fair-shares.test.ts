/**
 * Payers read and pay while one address holds 180 connections on an expensive request, while 150 clients download
 * slowly, and while 20 long documents are drawn. The rate limits are those of production, and each payer has an address
 * of their own. Needs a machine that does nothing else; the attacker has a thread.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Worker } from 'node:worker_threads';
import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { PROVIDER_BASE } from '@quittance/contract/http/provider-route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { systemClock, wait } from '../../src/kernel/clock.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { openCompany, prepareClick, type Stage, submitOnce } from '../scenarios/kills.ts';
import type { TestCompany } from '../world/company.ts';
import { openDurablePortal } from '../world/durable-portal.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { startSandbox } from '../world/sandbox-process.ts';
import { LONG_LINES } from './worst-requests.ts';

const CONNECTIONS = 180;
const PAYERS = 3;
const PHASE_MS = 15_000;
const SLOW_DOWNLOADS = 150;
const DOCUMENTS = 20;
const SLOWER_MAX = 3;

const HEAD = 'host: portal.test\r\nx-forwarded-for: 203.0.113.7\r\naccept-encoding: gzip, br\r\n';
const BODY = `[${'"4242",'.repeat(9000)}4]`;
const ATTACKS = [
  ['the OpenAPI document', `GET ${PROVIDER_BASE}/openapi.json HTTP/1.1\r\n${HEAD}\r\n`],
  ['a page of no company', `GET /-/pay/${'0'.repeat(43)} HTTP/1.1\r\n${HEAD}\r\n`],
  [
    'a body of 64 kB without a key',
    `POST ${PROVIDER_BASE}/customers HTTP/1.1\r\n${HEAD}content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
  ],
] as const;

/** Each connection sends its next request after the first bytes of the response. */
const ATTACKER = `
const { connect } = require('node:net');
const { workerData: { port, text, connections, message } } = require('node:worker_threads');
const bytes = Buffer.from(text);
function open() {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  let isAnswered = true;
  socket.on('data', () => {
    if (!isAnswered) return;
    isAnswered = false;
    setImmediate(() => { isAnswered = true; socket.write(bytes); });
  });
  socket.on('error', () => undefined).on('close', open);
}
for (let count = 0; count < connections; count += 1) open();
`;

let stage: Stage;
let company: TestCompany;
let call: Provider;

beforeAll(async () => {
  if (!isFullRun) return;
  const sandbox = await startSandbox();
  const environment = { TRUST_PROXY: 'loopback', LIMITS_FACTOR: '1' };
  const portal = await openDurablePortal(sandbox.url, { environment });
  stage = { sandbox, portal };
  company = await openCompany(stage, 'payengine');
  const { database, sealer, url } = portal;
  const deps = { database, sealer, clock: systemClock, entropy: systemEntropy };
  // The cast is safe because making a key needs no more.
  call = await createProvider({ url, deps } as Parameters<typeof createProvider>[0], company);
}, 180_000);
afterAll(async () => {
  await stage?.portal.stop();
  await stage?.sandbox.stop();
});

let payers = 0;

function newAddress(): string {
  payers += 1;
  return `198.51.${Math.floor(payers / 250)}.${payers % 250}`;
}

type Phase = { waits: number[]; errors: unknown[] };

async function payUntil(isOver: () => boolean): Promise<Phase> {
  const phase: Phase = { waits: [], errors: [] };
  const { url } = stage.portal;
  const timed = async (ask: () => Promise<number>) => {
    const beganMs = performance.now();
    const code = await ask().catch(String);
    phase.waits.push(performance.now() - beganMs);
    if (code !== 200) phase.errors.push(code);
  };
  const payer = async () => {
    while (!isOver()) {
      const click = await prepareClick(stage, company);
      const from = newAddress();
      const page = `${url}/${click.invoice.domain}/pay/${click.invoice.token}`;
      const open = async () => {
        const answer = await fetch(page, { headers: { 'x-forwarded-for': from } });
        await answer.arrayBuffer();
        return answer.status;
      };
      await timed(open);
      await timed(async () => (await submitOnce(url, click, from)).code);
      await timed(open);
    }
  };
  await Promise.all(Array.from({ length: PAYERS }, payer));
  return phase;
}

function payFor(ms: number): Promise<Phase> {
  const endMs = performance.now() + ms;
  return payUntil(() => performance.now() >= endMs);
}

function p99({ waits }: Phase): number {
  const sorted = waits.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(0.99 * (sorted.length - 1))] ?? 0);
}

const say = (what: string, phase: Phase) =>
  process.stdout.write(
    `${what}: ${phase.waits.length} answers, 99% ${p99(phase)} ms, ${phase.errors.length} errors\n`,
  );

async function newInvoice(ref: string): Promise<string> {
  const { customerId } = company;
  const facts = { customerId, accountRef: ref, productName: 'Works', dueDate: '2027-12-01' };
  const body = { ...facts, lines: LONG_LINES };
  return (await call('POST', '/invoices', { body, key: ref })).body.id;
}

describe.runIf(isFullRun)('Fair shares (ADR 0040)', () => {
  it.each(ATTACKS)(
    `payers are not slowed down more than three times by ${CONNECTIONS} connections on %s`,
    async (what, text) => {
      await payFor(PHASE_MS / 5);
      const quiet = await payFor(PHASE_MS);
      const port = Number(new URL(stage.portal.url).port);
      const workerData = { port, text, connections: CONNECTIONS };
      const attacker = new Worker(ATTACKER, { eval: true, workerData });
      await once(attacker, 'online');
      const attacked = await payFor(PHASE_MS);
      await attacker.terminate();
      say('quiet', quiet);
      say(what, attacked);
      expect([quiet.errors, attacked.errors]).toEqual([[], []]);
      expect(p99(attacked)).toBeLessThanOrEqual(SLOWER_MAX * p99(quiet));
    },
    300_000,
  );

  it(`payers are served during ${SLOW_DOWNLOADS} slow downloads`, async () => {
    const { invoice } = await prepareClick(stage, company);
    const body = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(UPLOAD_BYTES_MAX - 8)]);
    const path = `/invoices/${invoice.invoiceId}/attachments`;
    const type = 'application/octet-stream';
    const { body: added } = await call('POST', `${path}?name=plan.pdf`, { body, type });
    const { url } = stage.portal;
    const { domain, token } = invoice;
    const link = await fetch(
      `${url}/api/portal/public/account/${domain}/${token}/get-link?attachment=${added.id}`,
    );
    const file = String(Object(await link.json()).link);
    const answers = await Promise.all(
      Array.from({ length: SLOW_DOWNLOADS }, async (_, index) => {
        const headers = { 'x-forwarded-for': `198.18.${index}.1` };
        const asked = get(`${url}${file}`, { agent: false, headers });
        const [answer]: IncomingMessage[] = await once(asked, 'response');
        return answer;
      }),
    );
    const phase = await payFor(PHASE_MS);
    const statuses = answers.map((answer) => answer?.statusCode);
    for (const answer of answers) answer?.destroy();
    say(`${statuses.filter((status) => status === 200).length} of ${SLOW_DOWNLOADS}`, phase);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(phase.errors).toEqual([]);
  }, 300_000);

  it(`payers are served while ${DOCUMENTS} documents of 200 lines are drawn at once`, async () => {
    const ids: string[] = [];
    while (ids.length < DOCUMENTS) ids.push(await newInvoice(`long-${ids.length}`));
    let left = DOCUMENTS;
    const beganMs = performance.now();
    const drawing = ids.map(async (id) => {
      for (;;) {
        const { status, headers } = await call('GET', `/invoices/${id}/pdf`);
        const retryAfter = headers.get('retry-after');
        if (retryAfter === null) {
          left -= 1;
          return status;
        }
        await wait(Number(retryAfter) * 1000);
      }
    });
    const phase = await payUntil(() => left === 0);
    const ms = Math.round(performance.now() - beganMs);
    say(`${DOCUMENTS} documents in ${ms} ms`, phase);
    expect(new Set(await Promise.all(drawing))).toEqual(new Set([200]));
    expect(phase.errors).toEqual([]);
  }, 300_000);
});
