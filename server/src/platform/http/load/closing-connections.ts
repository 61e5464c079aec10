/**
 * Closes connections at shutdown. Browsers open connections ahead of time; Node counts a connection without any
 * data as busy, and stops enforcing its timeouts once the server closes. A connection with a request in progress
 * also stays open after the response. Without this module, the process would wait a minute for either kind.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

function endIfSilent(socket: Socket): void {
  if (socket.bytesRead === 0) socket.destroy();
}

export function endConnectionsWhenClosing(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (isClosing) endIfSilent(socket);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) endIfSilent(socket);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
