/**
 * Closes connections when the process ends. Node counts a connection on which nothing was sent yet as busy, and
 * stops enforcing its time limits when the server closes; browsers open such connections ahead of time. A
 * connection with a running request stays open after the response. The process would wait a minute for either of
 * them.
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
