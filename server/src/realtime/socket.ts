/**
 * The socket server. A client authenticates with its cookie or link token, is joined to its rooms by the
 * server, and cannot send. Events carry no data: the client reloads through the API.
 */
import type { Server as HttpServer } from 'node:http';
import {
  type PaymentProcessingEvent,
  type ServerEvents,
  SOCKET_PATH,
  SOCKETS_PER_SESSION_MAX,
} from '@quittance/contract/schemas/realtime';
import { Server, type Socket } from 'socket.io';
import { isSameOrigin } from '../access/same-origin.ts';
import { clientIpOf, type IsTrustedProxy, trustedProxies } from '../client-ip.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { admissionFor, customerRoom, requestRoom, sessionRoom } from './admission.ts';
import { sharedEvents } from './shared-events.ts';

const MESSAGE_BYTES_MAX = 16 * 1024;

export type Rooms = { customerId: string; requestId: string };

export type Realtime = {
  paymentProcessing(rooms: Rooms, event: PaymentProcessingEvent): void;
  customerAddPm(customerId: string): void;
  /** Disconnects the sockets of an ended session, in every process. */
  sessionEnded(sessionId: string): void;
  /** Disconnects all sockets and accepts no new ones. Does not close the HTTP server. */
  close(): void;
};

type PortalServer = Server<Record<string, never>, ServerEvents>;

type Admitting = { deps: Deps; io: PortalServer; isTrusted: IsTrustedProxy };

async function admit({ deps, io, isTrusted }: Admitting, socket: Socket): Promise<void> {
  const { auth, headers, address: connection } = socket.handshake;
  const forwardedFor = String(headers['x-forwarded-for'] ?? '');
  const clientIp = clientIpOf({ connection, forwardedFor }, isTrusted);
  const admission = await admissionFor(deps, { auth, headers, clientIp });
  if (!admission) throw new AppError('UNAUTHORIZED');
  const { rooms, countedRoom } = admission;
  // Joined before counting, so that concurrent connections are all counted.
  await socket.join(rooms);
  const count = io.of('/').adapter.rooms.get(countedRoom)?.size ?? 0;
  if (count > SOCKETS_PER_SESSION_MAX) throw new AppError('TOO_MANY_REQUESTS');
}

/** Socket.io sends the message to the client; that of a query error contains the query. */
function refusalOf(error: unknown): Error {
  return new Error(error instanceof AppError ? error.code : 'UNEXPECTED');
}

export function openRealtime(
  deps: Deps,
  http: HttpServer,
  proxies: readonly string[] = [],
): Realtime {
  const isTrusted = trustedProxies(proxies);
  const shared = sharedEvents(deps);
  const io: PortalServer = new Server(http, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: MESSAGE_BYTES_MAX,
    adapter: shared.adapter,
    allowRequest: ({ headers }, decide) => decide(null, isSameOrigin(headers, deps.publicUrl)),
  });
  io.use((socket, next) => {
    admit({ deps, io, isTrusted }, socket).then(
      () => next(),
      (error: unknown) => next(refusalOf(error)),
    );
  });
  return {
    paymentProcessing({ customerId, requestId }, event) {
      io.to([customerRoom(customerId), requestRoom(requestId)]).emit('payment_processing', event);
    },
    customerAddPm(customerId) {
      io.to(customerRoom(customerId)).emit('customer_add_pm');
    },
    sessionEnded(sessionId) {
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
    close() {
      io.local.disconnectSockets(true);
      io.engine.close();
      shared.close();
      io.of('/').adapter.close();
    },
  };
}
