/**
 * The socket. Whoever connects proves who they are with the same secret as everywhere else, is put
 * into a room by the server, and can send nothing. Events are hints; data comes through the API.
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import {
  handshakeSchema,
  type PaymentProcessingEvent,
  type ServerEvents,
  SOCKET_PATH,
} from '@quittance/contract/realtime';
import { Server, type Socket } from 'socket.io';
import { resolveLink } from '../access/resolve-link.ts';
import type { Deps } from '../deps.ts';

const MESSAGE_BYTES_MAX = 16 * 1024;

export type Rooms = { customerId: string; requestId: string };

export type Realtime = {
  paymentProcessing(rooms: Rooms, event: PaymentProcessingEvent): void;
  /** Ends all sockets and takes no new ones; the HTTP server is its owner's to close. */
  close(): void;
};

type PortalServer = Server<Record<string, never>, ServerEvents>;

const requestRoom = (requestId: string) => `request:${requestId}`;
const customerRoom = (customerId: string) => `customer:${customerId}`;

/** A browser names the page it comes from; another site's page may not listen in. */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

async function roomFor(deps: Deps, auth: unknown): Promise<string | null> {
  const parsed = handshakeSchema.safeParse(auth);
  if (!parsed.success || !('link' in parsed.data)) return null;
  const { link: token, company } = parsed.data;
  const link = await resolveLink(deps, { token, company });
  return link ? requestRoom(link.requestId) : null;
}

async function admit(deps: Deps, socket: Socket): Promise<void> {
  const room = await roomFor(deps, socket.handshake.auth);
  if (!room) throw new Error('UNAUTHORIZED');
  await socket.join(room);
}

export function openRealtime(deps: Deps, http: HttpServer): Realtime {
  const io: PortalServer = new Server(http, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: MESSAGE_BYTES_MAX,
    allowRequest: (request, decide) => decide(null, isSameOrigin(request)),
  });
  io.use((socket, next) => {
    admit(deps, socket).then(
      () => next(),
      (error: Error) => next(error),
    );
  });
  return {
    paymentProcessing({ customerId, requestId }, event) {
      io.to([customerRoom(customerId), requestRoom(requestId)]).emit('payment_processing', event);
    },
    close() {
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}
