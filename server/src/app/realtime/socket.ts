/**
 * The socket server. A client authenticates with its cookie or link token, is joined to its rooms by the server,
 * and cannot send messages. Events carry no data: the client reloads through the API.
 */
import type { Server as HttpServer, IncomingHttpHeaders } from 'node:http';
import {
  type ConnectionEvent,
  handshakeSchema,
  type ServerEvents,
  SOCKET_PATH,
  SOCKETS_PER_SESSION_MAX,
} from '@quittance/contract/payments/realtime';
import { Server } from 'socket.io';
import { resolveCookie } from '../../identity/session.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { readCookie, SESSION_COOKIE } from '../../platform/http/cookie-names.ts';
import { isSameOrigin } from '../../platform/http/same-origin.ts';
import {
  type IsTrustedProxy,
  toClientIp,
  trustedProxies,
} from '../../platform/limits/client-ip.ts';
import { admitRequest, countResponse } from '../../platform/limits/count-request.ts';
import { RULES, UNKNOWN_SESSION } from '../../platform/limits/rules.ts';
import type { PortalEvent } from '../../platform/realtime/event-bus.ts';
import { openSharedEvents, type SharedEvents } from '../../platform/realtime/shared-events.ts';
import { type PresentedLink, resolveLink } from '../../requests/resolve-link.ts';
import { readSnapshotVersion, type Viewer } from '../../screens/snapshot-version.ts';

/**
 * Authorizes a socket (R21, ADR 0013): a customer by the handshake's cookie, the holder of a public link by its
 * token. The customer id that a client sends must match. A handshake counts like an API call, so that it cannot
 * bypass the limits. Returns the rooms but does not join them.
 */
const requestRoom = (requestId: string) => `request:${requestId}`;
const customerRoom = (customerId: string) => `customer:${customerId}`;
const linkRoom = (linkId: string) => `link:${linkId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;

type Admission = {
  rooms: string[];
  countedRoom: string;
  viewer: Viewer;
};

const NOT_FOUND = 404;

function countedHandshake(clientIp: string) {
  return { clientIp, authorization: '', caller: null, params: {}, query: {}, body: {} };
}

async function byCookie(
  deps: Deps,
  customerId: string,
  { headers, clientIp }: Handshake,
): Promise<Admission | null> {
  const cookie = readCookie(headers.cookie, SESSION_COOKIE);
  const session = cookie ? await resolveCookie(deps, cookie) : null;
  if (session?.customerId !== customerId) {
    await admitRequest(deps, [UNKNOWN_SESSION], countedHandshake(clientIp));
    return null;
  }
  const countedRoom = sessionRoom(session.id);
  return { rooms: [customerRoom(customerId), countedRoom], countedRoom, viewer: session };
}

async function byLink(
  deps: Deps,
  presented: PresentedLink,
  { clientIp }: Handshake,
): Promise<Admission | null> {
  const rules = [RULES.publicRead, RULES.unknownLink];
  const request = countedHandshake(clientIp);
  await admitRequest(deps, rules, request);
  const link = await resolveLink(deps, presented);
  if (!link) {
    await countResponse(deps, { rules, request, status: NOT_FOUND });
    return null;
  }
  const countedRoom = linkRoom(link.linkId);
  return { rooms: [requestRoom(link.requestId), countedRoom], countedRoom, viewer: link };
}

type Handshake = { auth: unknown; headers: IncomingHttpHeaders; clientIp: string };

async function admissionFor(deps: Deps, handshake: Handshake): Promise<Admission | null> {
  const parsed = handshakeSchema.safeParse(handshake.auth);
  if (!parsed.success) return null;
  if ('customerId' in parsed.data) return byCookie(deps, parsed.data.customerId, handshake);
  const { link: token, company } = parsed.data;
  return byLink(deps, { token, company }, handshake);
}

const MESSAGE_BYTES_MAX = 16 * 1024;

export type Realtime = {
  emit(events: readonly PortalEvent[]): void;
  /** Sends events to the browsers of the other processes when the transaction commits. */
  share: SharedEvents['share'];
  /**
   * Closes all connections, so that browsers reconnect elsewhere, and accepts no new ones. Does not close the HTTP
   * server.
   */
  close(): void;
  /** Open sockets of this process. */
  count(): number;
};

type PortalServer = Server<
  Record<string, never>,
  ServerEvents,
  Record<string, never>,
  ConnectionEvent
>;
type PortalSocket = Parameters<Parameters<PortalServer['use']>[0]>[0];

type AdmissionParts = { deps: Deps; io: PortalServer; isTrusted: IsTrustedProxy };

async function admit({ deps, io, isTrusted }: AdmissionParts, socket: PortalSocket): Promise<void> {
  const { auth, headers, address: connection } = socket.handshake;
  const forwardedFor = String(headers['x-forwarded-for'] ?? '');
  const clientIp = toClientIp({ connection, forwardedFor }, isTrusted);
  const admission = await admissionFor(deps, { auth, headers, clientIp });
  if (!admission) throw new AppError('UNAUTHORIZED');
  const { rooms, countedRoom, viewer } = admission;
  // The socket joins before sockets are counted, so that concurrent connections are all counted.
  await socket.join(rooms);
  const count = io.of('/').adapter.rooms.get(countedRoom)?.size ?? 0;
  if (count > SOCKETS_PER_SESSION_MAX) throw new AppError('TOO_MANY_REQUESTS');
  // Read after the socket joined, so that every later change has an event.
  socket.data.version = await deps.database.readAloneInCompany(viewer, (tx) =>
    readSnapshotVersion(tx, viewer),
  );
}

/** Socket.io sends the error message to the client, and the message of a query error contains the query. */
function toRefusal(error: unknown): Error {
  return new Error(error instanceof AppError ? error.code : 'UNEXPECTED');
}

function emitOne(io: PortalServer, event: PortalEvent): void {
  switch (event.kind) {
    case 'payment_processing':
      io.to([customerRoom(event.customerId), requestRoom(event.requestId)]).emit(event.kind, {
        paymentProcessingStatus: event.status,
      });
      return;
    case 'customer_add_pm':
      io.to(customerRoom(event.customerId)).emit(event.kind);
      return;
    case 'session_ended':
      io.in(sessionRoom(event.sessionId)).disconnectSockets(true);
      return;
  }
}

/** For a process without browsers of its own. It only notifies the browsers of other processes. */
export function shareOnly(deps: Deps, redisUrl: string | null): Realtime {
  const { share, close } = openSharedEvents({ ...deps, redisUrl }, () => undefined);
  return { emit: () => undefined, share, close, count: () => 0 };
}

export type RealtimeOptions = {
  trustedProxies?: readonly string[];
  /**
   * True if several processes share the port: with long polling, the requests of one socket could reach any of
   * them.
   */
  isOneOfSeveral?: boolean;
  redisUrl?: string | null;
};

export function openRealtime(
  deps: Deps,
  http: HttpServer,
  { trustedProxies: proxies = [], isOneOfSeveral = false, redisUrl = null }: RealtimeOptions = {},
): Realtime {
  const isTrusted = trustedProxies(proxies);
  const io: PortalServer = new Server(http, {
    path: SOCKET_PATH,
    serveClient: false,
    transports: isOneOfSeveral ? ['websocket'] : ['polling', 'websocket'],
    maxHttpBufferSize: MESSAGE_BYTES_MAX,
    allowRequest: ({ headers }, decide) => decide(null, isSameOrigin(headers, deps.publicUrl)),
  });
  io.use((socket, next) => {
    admit({ deps, io, isTrusted }, socket).then(
      () => next(),
      (error: unknown) => next(toRefusal(error)),
    );
  });
  io.on('connection', (socket) => void socket.emit('connection', socket.data));
  const emit = (events: readonly PortalEvent[]) => {
    for (const event of events) emitOne(io, event);
  };
  const shared = openSharedEvents({ ...deps, redisUrl }, emit);
  return {
    emit,
    share: shared.share,
    count: () => io.engine.clientsCount,
    close() {
      // Closes without a disconnect message: a browser that receives one does not reconnect to another process.
      io.engine.close();
      shared.close();
      io.of('/').adapter.close();
    },
  };
}
