/**
 * Health checks and public invoices respond within a second while 32 connections send two processes of the built
 * portal the most expensive requests that anyone can send, as fast as possible and without rate limits. A full run
 * takes a minute on an otherwise idle machine.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { systemEntropy } from '../../src/kernel/entropy.ts';
import { addCompany, addInvoice } from '../world/company.ts';
import { type DurablePortal, openDurablePortal } from '../world/durable-portal.ts';
import { newMerchant } from '../world/merchant.ts';
import { type WorstRequest, worstRequests } from './worst-requests.ts';

const CONNECTIONS = 32;
const ATTACK_MS = 60_000;
const ANSWER_MS_MAX = 1000;
const PROBE_EVERY_MS = 100;
const NOWHERE = 'http://127.0.0.1:9';

let portal: DurablePortal;
let invoicePath: string;

beforeAll(async () => {
  if (!isFullRun) return;
  portal = await openDurablePortal(NOWHERE, { servers: 2 });
  const { database, sealer } = portal;
  const setting = { database, sealer, clock: systemClock, entropy: systemEntropy };
  const company = await addCompany(setting, newMerchant('payengine'));
  const { domain, token } = await addInvoice(setting, company);
  invoicePath = `/api/portal/public/account/${domain}/${token}`;
}, 120_000);
afterAll(() => portal?.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function send(socket: Socket, { bytes }: WorstRequest): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  socket.write(bytes);
  await Promise.race([once(socket, 'data', { signal }), once(socket, 'close', { signal })]);
  ended.abort();
}

async function attack(url: string, requests: readonly WorstRequest[], untilMs: number) {
  const { hostname, port } = new URL(url);
  let sent = 0;
  for (let socket: Socket | null = null; performance.now() < untilMs; ) {
    if (!socket || socket.destroyed) {
      socket = connect(Number(port), hostname).on('error', () => undefined);
    }
    const worst = requests[sent % requests.length];
    if (worst) await send(socket, worst).catch(() => undefined);
    sent += 1;
    if (performance.now() >= untilMs) socket.destroy();
  }
  return sent;
}

type Probe = { path: string; ms: number; status: number };

async function probe(url: string, path: string): Promise<Probe> {
  const began = performance.now();
  const answer = await fetch(`${url}${path}`, { headers: { connection: 'close' } });
  await answer.arrayBuffer();
  return { path, ms: performance.now() - began, status: answer.status };
}

async function probeUntil(untilMs: number): Promise<Probe[]> {
  const probes: Promise<Probe>[] = [];
  while (performance.now() < untilMs) {
    for (const url of portal.urls)
      for (const path of ['/api/health', invoicePath]) probes.push(probe(url, path));
    await pause(PROBE_EVERY_MS);
  }
  return Promise.all(probes);
}

describe.runIf(isFullRun)('The worst requests that anyone can send', () => {
  it(
    `health checks and public invoices respond within a second during ${CONNECTIONS} connections for a minute`,
    async () => {
      const requests = worstRequests();
      const untilMs = performance.now() + ATTACK_MS;
      const attacks = Array.from({ length: CONNECTIONS }, (_, index) => {
        const own = requests.filter((_request, at) => at % CONNECTIONS === index);
        return attack(portal.urls[index % portal.urls.length] ?? '', own, untilMs);
      });
      const probes = await probeUntil(untilMs);
      const sent = (await Promise.all(attacks)).reduce((sum, count) => sum + count, 0);
      const times = probes.map(({ ms }) => ms).sort((one, other) => one - other);
      const at = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
      process.stdout.write(
        `${sent} requests of ${requests.length} kinds, ${times.length} answers: half within ${at(0.5)} ms, ` +
          `95% ${at(0.95)} ms, 99% ${at(0.99)} ms, all ${at(1)} ms\n`,
      );
      expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]));
      expect(at(1)).toBeLessThan(ANSWER_MS_MAX);
    },
    ATTACK_MS + 60_000,
  );
});
