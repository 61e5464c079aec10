/**
 * Serves GET /metrics to a Prometheus server that sends METRICS_TOKEN. Without that variable the page does not
 * exist. Loopback is not exempt: behind a local proxy every client is 127.0.0.1.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Hashes are compared because timingSafeEqual needs equal lengths, and the length must not be revealed. */
function isEqual(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}

export function registerMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  token: string | null,
): void {
  app.get('/metrics', { config: { limits: [] } }, async (request, reply) => {
    const given = request.headers.authorization ?? '';
    if (!token || !isEqual(given, `Bearer ${token}`)) return reply.callNotFound();
    const text = await metrics.read();
    return reply
      .headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .send(text);
  });
}
