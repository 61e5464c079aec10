/**
 * Opens many sockets for different customers and triggers an event for each: the customer signs out, which writes
 * an outbox row. The measured time runs from the sign-out response, which follows the commit, until the customer's
 * socket is told to close.
 */

import { pathTo } from '@quittance/contract/http/portal-route';
import { SOCKET_PATH } from '@quittance/contract/payments/realtime';
import { ROUTES } from '@quittance/contract/portal-routes';
import { SESSION_COOKIE } from '@quittance/server/platform/http/cookie-names';
import { io, type Socket } from 'socket.io-client';
import { percentile } from '../measure/statistics.ts';
import { type SocketOrder, type SocketReport, socketOrderSchema } from './socket-messages.ts';

const CONNECTING_MAX = 50;
const WAIT_MS_MAX = 15_000;

type Customer = SocketOrder['customers'][number];

function report(message: SocketReport): void {
  process.send?.(message);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function connect(url: string, { customerId, cookie }: Customer): Promise<Socket | null> {
  const socket = io(url, {
    path: SOCKET_PATH,
    auth: { customerId },
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    extraHeaders: { cookie: `${SESSION_COOKIE}=${cookie}` },
  });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', () => resolve(null));
  });
}

async function connectAll({ url, customers }: SocketOrder): Promise<Map<string, Socket>> {
  const sockets = new Map<string, Socket>();
  const waiting = customers.values();
  const connector = async () => {
    for (const customer of waiting) {
      const socket = await connect(url, customer);
      if (socket) sockets.set(customer.customerId, socket);
    }
  };
  await Promise.all(Array.from({ length: CONNECTING_MAX }, connector));
  return sockets;
}

async function signOut(url: string, { cookie, bearer, address }: Customer): Promise<void> {
  const answer = await fetch(`${url}${pathTo(ROUTES.signOut.path, {})}`, {
    method: ROUTES.signOut.method,
    headers: {
      authorization: `Bearer ${bearer}`,
      cookie: `${SESSION_COOKIE}=${cookie}`,
      'x-forwarded-for': address,
    },
  });
  if (!answer.ok) throw new Error(`signing out answered ${answer.status}: ${await answer.text()}`);
}

async function sendEvents(order: SocketOrder, sockets: ReadonlyMap<string, Socket>): Promise<void> {
  const committedMs = new Map<string, number>();
  const receivedMs = new Map<string, number>();
  for (const [customerId, socket] of sockets) {
    socket.on('disconnect', () => receivedMs.set(customerId, performance.now()));
  }
  const count = Math.min(Math.ceil(order.eventsPerSecond * order.seconds), sockets.size);
  const chosen = order.customers.filter(({ customerId }) => sockets.has(customerId));
  const beganMs = performance.now();
  const writes: Promise<void>[] = [];
  for (const [index, customer] of chosen.slice(0, count).entries()) {
    await sleep(beganMs + (index * 1000) / order.eventsPerSecond - performance.now());
    const write = signOut(order.url, customer);
    writes.push(write.then(() => void committedMs.set(customer.customerId, performance.now())));
  }
  await Promise.all(writes);
  const deadlineMs = performance.now() + WAIT_MS_MAX;
  while (receivedMs.size < count && performance.now() < deadlineMs) await sleep(20);
  const seconds = (Math.max(...receivedMs.values()) - beganMs) / 1000;
  // An event can arrive before the response to the request that caused it.
  const latenciesMs = [...receivedMs].map(([customerId, at]) =>
    Math.max(at - (committedMs.get(customerId) ?? at), 0),
  );
  report({
    kind: 'measured',
    sent: count,
    received: receivedMs.size,
    seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  });
}

async function perform(order: SocketOrder): Promise<void> {
  const beganMs = performance.now();
  const sockets = await connectAll(order);
  const refused = order.customers.length - sockets.size;
  report({ kind: 'connected', refused, seconds: (performance.now() - beganMs) / 1000 });
  process.once('message', () => {
    sendEvents(order, sockets).catch(fail);
  });
}

function fail(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}

process.once('message', (message) => {
  perform(socketOrderSchema.parse(message)).catch(fail);
});
process.channel?.ref();
