/**
 * Lets clients disconnect before the process stops. The process accepts no new connections, and every response asks
 * its client to close the connection. A connection without a request is not closed immediately, because a request
 * may be in flight; proxies close such connections earlier (deploy/nginx.conf, deploy/Caddyfile).
 */
import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { monotonicMs, wait } from '../../../kernel/clock.ts';

/** Longer than proxies keep an unused connection open. */
const LEAVE_MS_MAX = 15_000;
const CHECK_MS = 50;

export type Drain = () => Promise<void>;

function openConnections(app: FastifyInstance): Promise<number> {
  return new Promise((resolve) => {
    app.server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}

export function registerDrain(app: FastifyInstance): Drain {
  let isDraining = false;
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  return async () => {
    isDraining = true;
    // Calls `close` of `net`, because `close` of `http` also closes idle connections.
    Server.prototype.close.call(app.server);
    const deadlineMs = monotonicMs() + LEAVE_MS_MAX;
    while ((await openConnections(app)) > 0 && monotonicMs() < deadlineMs) await wait(CHECK_MS);
  };
}
