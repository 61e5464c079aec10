/**
 * Sheds load. A request takes a slot only once it is completely received, so slow senders hold none, and returns it
 * when the work is done, even if the client has disconnected. Reads share a small number of slots. Payments and
 * webhooks have their own slots, because they mostly wait for a processor. Both are shared fairly between clients and
 * companies (admission-queue.ts). Requests beyond these limits, or beyond the limit per client, are refused with
 * Retry-After. A network that keeps asking after refusals waits a second for each answer. All limits are per process.
 */
import { ERRORS } from '@quittance/contract/errors';
import { DESK_HEADER } from '@quittance/contract/http/desk-route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wait } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { createTally } from '../../files/slots.ts';
import { toSubnet } from '../../limits/client-ip.ts';
import { BUSY_HEADERS, busyPage } from '../busy-page.ts';
import { toAnswer } from '../error-handler.ts';
import { type Capacity, createAdmissionQueue, type Origin } from './admission-queue.ts';
import type { Connections } from './connections.ts';

export type LoadLimits = {
  reads: Capacity;
  payments: Capacity;
  /** Maximum concurrent requests per client. Behind a proxy, this replaces the limit on connections. */
  perClientMax: number;
};

/**
 * Reads use fewer slots than there are database connections, so that payments and jobs always find one. A network has
 * as many as keep one core busy. A long queue is cheap, but an early refusal is not, because a refused client retries
 * immediately.
 */
export const LOAD_LIMITS = {
  reads: { runningMax: 24, perNetworkMax: 6, waitingMax: 4000, waitMs: 10_000 },
  payments: { runningMax: 200, perNetworkMax: 50, waitingMax: 400, waitMs: 5000 },
} as const satisfies Partial<LoadLimits>;

const RETRY_AFTER_SECONDS = 2;

/** Refusals per second and network that people and careful programs do not reach. */
const REFUSALS_MAX = 20;
const REFUSAL_MS = 1000;
const COMPANY_LENGTH = 22;

const REFUSAL_HEADERS = {
  'retry-after': String(RETRY_AFTER_SECONDS),
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** Bypasses the framework's hooks and serializer, because under overload most of the work would be refusals. */
function refuse({ request, reply }: Exchange): void {
  const page = busyPage(request);
  const { status, body, type } = toAnswer({ code: 'TOO_BUSY' }, request);
  const headers = page === null ? { 'content-type': `${type}; charset=utf-8` } : BUSY_HEADERS;
  reply.hijack();
  reply.raw
    .writeHead(status, { ...REFUSAL_HEADERS, ...headers, 'request-id': request.id })
    .end(page ?? JSON.stringify(body));
}

/** Health checks must get through, especially under load. */
const NEVER_SHED = ['/api/health', '/api/ready', '/metrics'];

export type LoadCounts = Record<'running' | 'waiting' | 'refused', number>;

type Exchange = { request: FastifyRequest; reply: FastifyReply };

export type LoadShedding = {
  counts(): LoadCounts;
  /**
   * Calls `release` once: when the work on the request is done, or when its client disconnects before the work has
   * begun.
   */
  hold(exchange: Exchange, release: () => void): void;
};

function isUrgent({ routeOptions }: FastifyRequest): boolean {
  const { movesMoney, who } = routeOptions.config;
  return movesMoney === true || who === 'processor';
}

function isExempt({ routeOptions }: FastifyRequest): boolean {
  return NEVER_SHED.includes(routeOptions.url ?? '');
}

/** Tokens end with their company (secret-token.ts). Without a token, the address names the company. */
function parseCompany({ headers, params, url, routeOptions }: FastifyRequest): string | null {
  const { authorization = '', [DESK_HEADER]: desk } = headers;
  if (typeof desk === 'string') return desk;
  if (authorization.length > COMPANY_LENGTH) return authorization.slice(-COMPANY_LENGTH);
  if (routeOptions.url === '/*') return url.split('/', 2)[1] ?? null;
  const { company } = Object(params);
  return typeof company === 'string' ? company : null;
}

const toOrigin = (request: FastifyRequest): Origin => ({
  network: toSubnet(request.ip),
  company: parseCompany(request),
});

type Held = { isHandling: boolean; releases: (() => void)[] };

function createHolds() {
  const held = new Map<FastifyRequest, Held>();

  /** Safe to call more than once. */
  function release(request: FastifyRequest): void {
    const { releases = [] } = held.get(request) ?? {};
    held.delete(request);
    for (const each of releases) each();
  }

  function clientGone(request: FastifyRequest): void {
    if (held.get(request)?.isHandling === false) release(request);
  }

  return {
    release,
    hold({ request, reply }: Exchange, one: () => void): void {
      const known = held.get(request);
      held.set(request, { isHandling: false, releases: [...(known?.releases ?? []), one] });
      // The client may have disconnected before the request could wait.
      if (reply.raw.closed) clientGone(request);
      else if (!known) reply.raw.once('close', () => clientGone(request));
    },
    /** Work continues after its client has disconnected, and holds its resources until it is done. */
    during(request: FastifyRequest, work: Promise<unknown>): Promise<unknown> {
      const own = held.get(request);
      if (own) own.isHandling = true;
      return work.finally(() => release(request));
    },
  };
}

/** A handler that returns no promise sends its own response, which releases the request's resources. */
function wrapHandlers(app: FastifyInstance, holds: ReturnType<typeof createHolds>): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function held(request, reply) {
      const work: unknown = handler.call(this, request, reply);
      return work instanceof Promise ? holds.during(request, work) : work;
    };
  });
}

function createQueues(limits: LoadLimits) {
  const reads = createAdmissionQueue(limits.reads);
  const payments = createAdmissionQueue(limits.payments);
  return {
    of: (request: FastifyRequest) => (isUrgent(request) ? payments : reads),
    counts() {
      const [read, paid] = [reads.counts(), payments.counts()];
      return { running: read.running + paid.running, waiting: read.waiting + paid.waiting };
    },
  };
}

export function registerLoadShedding(
  app: FastifyInstance,
  limits: LoadLimits,
  connections: Connections | null = null,
): LoadShedding {
  const queues = createQueues(limits);
  /** Requests in progress, including those whose bodies are still arriving. */
  const clients = createTally();
  /** Refusals by rate limits in the last second. */
  const refusals = createTally();
  const holds = createHolds();
  let refused = 0;
  wrapHandlers(app, holds);
  app.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return;
    const origin = toOrigin(request);
    if (queues.of(request).isFullFor(origin)) {
      refused += 1;
      refuse({ request, reply });
      return;
    }
    if (clients.of(origin.network) >= limits.perClientMax)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: RETRY_AFTER_SECONDS * 1000 });
    clients.change(origin.network, 1);
    reply.raw.once('close', () => clients.change(origin.network, -1));
    if (refusals.of(origin.network) > REFUSALS_MAX) await wait(REFUSAL_MS);
  });
  app.addHook('preValidation', async (request, reply) => {
    if (isExempt(request)) return;
    const [queue, origin] = [queues.of(request), toOrigin(request)];
    const admittance = await queue.enter(origin, (leave) => reply.raw.once('close', leave));
    if (admittance === 'admitted') {
      const { socket } = request.raw;
      connections?.setWorking(socket, true);
      holds.hold({ request, reply }, () => {
        connections?.setWorking(socket, false);
        queue.leave(origin);
      });
      return;
    }
    refused += 1;
    if (admittance === 'gone') reply.hijack();
    else refuse({ request, reply });
  });
  app.addHook('onSend', async (request, { statusCode }) => {
    holds.release(request);
    if (statusCode !== ERRORS.TOO_MANY_REQUESTS.status) return;
    const network = toSubnet(request.ip);
    refusals.change(network, 1);
    void wait(REFUSAL_MS).then(() => refusals.change(network, -1));
  });
  return { counts: () => ({ ...queues.counts(), refused }), hold: holds.hold };
}
