/**
 * The load generator: each client has one connection and sends its next request after the previous response. It has
 * its own process so that its CPU use can be reported.
 */
import { Client, type Dispatcher } from 'undici';
import { percentile } from '../measure/statistics.ts';
import {
  type LoadOrder,
  type LoadRequest,
  type LoadResult,
  loadOrderSchema,
} from './load-messages.ts';

const ERROR_CHARACTERS_MAX = 300;
const MS_PER_SECOND = 1000;

type Answer = { status: number; text: string };

function send(client: Client, { method, path, headers = {}, body }: LoadRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const chunks: Buffer[] = [];
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart(_controller, code) {
        status = code;
      },
      onResponseData(_controller, chunk) {
        if (status !== 200) chunks.push(chunk);
      },
      onResponseEnd: () => resolve({ status, text: Buffer.concat(chunks).toString() }),
      onResponseError: (_controller, error) => reject(error),
    };
    client.dispatch({ method, path, headers, body: body ?? null }, handler);
  });
}

function takeFrom({ requests, isOnce }: LoadOrder): () => LoadRequest | null {
  let index = 0;
  return () => {
    const request = isOnce ? requests[index] : requests[index % requests.length];
    index += 1;
    return request ?? null;
  };
}

function pacer({ perSecond }: LoadOrder): () => Promise<void> {
  if (perSecond === undefined) return () => Promise.resolve();
  let dueMs = performance.now();
  return async () => {
    dueMs += MS_PER_SECOND / perSecond;
    const ms = dueMs - performance.now();
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  };
}

type Tally = { latenciesMs: number[]; errors: number; firstError: string | null };

async function hammer(client: Client, take: () => LoadRequest | null, run: Run): Promise<void> {
  const { tally, endMs, untilDue } = run;
  while (performance.now() < endMs) {
    await untilDue();
    const request = take();
    if (!request) return;
    const beganMs = performance.now();
    const answer = await send(client, request).catch((error: unknown) => ({
      status: 0,
      text: String(error),
    }));
    if (answer.status === 200) tally.latenciesMs.push(performance.now() - beganMs);
    else {
      tally.errors += 1;
      tally.firstError ??= `${answer.status} ${answer.text}`.slice(0, ERROR_CHARACTERS_MAX);
    }
  }
}

type Run = { tally: Tally; endMs: number; untilDue: () => Promise<void> };

type Clients = { order: LoadOrder; clients: readonly Client[]; take: () => LoadRequest | null };

async function runFor(ms: number, { order, clients, take }: Clients): Promise<Tally> {
  const tally: Tally = { latenciesMs: [], errors: 0, firstError: null };
  const run = { tally, endMs: performance.now() + ms, untilDue: pacer(order) };
  await Promise.all(clients.map((client) => hammer(client, take, run)));
  return tally;
}

async function perform(order: LoadOrder): Promise<LoadResult> {
  const clients = Array.from(
    { length: order.connections },
    () => new Client(order.origin, { pipelining: 1, bodyTimeout: 60_000, headersTimeout: 60_000 }),
  );
  const take = takeFrom(order);
  await runFor(order.warmUpMs, { order, clients, take });
  const cpuBefore = process.cpuUsage();
  const beganMs = performance.now();
  const { latenciesMs, errors, firstError } = await runFor(order.measureMs, {
    order,
    clients,
    take,
  });
  const seconds = (performance.now() - beganMs) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  await Promise.all(clients.map((client) => client.destroy()));
  return {
    count: latenciesMs.length,
    seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    errors,
    firstError,
    cores: (user + system) / 1_000_000 / seconds,
  };
}

process.on('message', (message) => {
  perform(loadOrderSchema.parse(message)).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.channel?.ref();
process.send?.({ ready: true });
