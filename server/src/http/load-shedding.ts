/**
 * Sheds load: above a number of concurrent requests, reads are refused at once with Retry-After, while
 * payments and webhooks continue. Counted per process; a slow database fills every process alike.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export type Capacity = {
  /** Concurrent requests at which reads are refused, and at which everything is. */
  readsMax: number;
  allMax: number;
};

/** About ten times the database connections: more requests would only queue for one. */
const CAPACITY: Capacity = { readsMax: 300, allMax: 600 };

const RETRY_AFTER_MS = 2000;

/** Health checks must get through, above all under load. */
const NEVER_SHED = ['/api/health', '/api/ready'];

function isUrgent({ routeOptions }: FastifyRequest): boolean {
  const { movesMoney, who } = routeOptions.config;
  return movesMoney === true || who === 'processor';
}

export function registerLoadShedding(
  app: FastifyInstance,
  { readsMax, allMax }: Capacity = CAPACITY,
): void {
  const underWay = new WeakSet<FastifyRequest>();
  let count = 0;
  app.addHook('onRequest', async (request) => {
    if (NEVER_SHED.includes(request.routeOptions.url ?? '')) return;
    if (count >= (isUrgent(request) ? allMax : readsMax)) {
      throw new AppError('TOO_BUSY', { retryAfterMs: RETRY_AFTER_MS });
    }
    underWay.add(request);
    count += 1;
  });
  app.addHook('onResponse', async (request) => {
    if (underWay.delete(request)) count -= 1;
  });
}
