/**
 * Ends connections with the process. Node counts one on which nothing was sent yet as busy, and stops looking at its time
 * limits when the server closes; browsers open such connections ahead. One on which a request runs stays open after its
 * answer. The process would wait a minute for either.
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
