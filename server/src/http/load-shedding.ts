/**
 * When more is asked than we can carry, reads are turned away first, at once and with a word when to come
 * back; payments and webhooks go on. Counted per process: a database that is slow fills every process.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export type Capacity = {
  /** Calls under way at which reads are turned away, and at which everything is. */
  readsMax: number;
  allMax: number;
};

/** Some ten times the connections to the database: more would only wait in line. */
export const CAPACITY: Capacity = { readsMax: 300, allMax: 600 };

const RETRY_AFTER_MS = 2000;

/** Whoever watches over us must get through, most of all now. */
const ALWAYS = ['/api/health', '/api/ready'];

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
    if (ALWAYS.includes(request.routeOptions.url ?? '')) return;
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
