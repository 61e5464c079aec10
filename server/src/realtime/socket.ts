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
import type { Deps } from '../deps.ts';
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

async function admit(deps: Deps, io: PortalServer, socket: Socket): Promise<void> {
  const admission = await admissionFor(deps, socket.handshake);
  if (!admission) throw new Error('UNAUTHORIZED');
  const { rooms, countedRoom } = admission;
  // Joined before counting, so that concurrent connections are all counted.
  await socket.join(rooms);
  const count = countedRoom ? (io.of('/').adapter.rooms.get(countedRoom)?.size ?? 0) : 0;
  if (count > SOCKETS_PER_SESSION_MAX) throw new Error('TOO_MANY_REQUESTS');
}

export function openRealtime(deps: Deps, http: HttpServer): Realtime {
  const shared = sharedEvents(deps);
  const io: PortalServer = new Server(http, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: MESSAGE_BYTES_MAX,
    adapter: shared.adapter,
    allowRequest: ({ headers }, decide) => decide(null, isSameOrigin(headers, deps.publicUrl)),
  });
  io.use((socket, next) => {
    admit(deps, io, socket).then(
      () => next(),
      (error: Error) => next(error),
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
