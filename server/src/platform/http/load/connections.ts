/**
 * Limits open connections, per client IP and in total. Beyond a limit, the connection that has gone longest without
 * a request in progress is closed, so that clients that connect and send nothing, or a byte now and then, only
 * displace each other. Trusted proxies are limited only in total; load-shedding.ts limits the requests of their
 * clients.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type IsTrustedProxy, toNetwork } from '../../limits/client-ip.ts';

export type ConnectionLimits = { perAddressMax: number; totalMax: number };

export type Connections = {
  /** A connection is not closed while a complete request on it is being processed. */
  setWorking(socket: Socket, isWorking: boolean): void;
  count(): number;
};

function createRegister() {
  /** Maps and sets keep insertion order, so the least recently used connection comes first. */
  const networks = new Map<Socket, string>();
  const byNetwork = new Map<string, Set<Socket>>();
  const working = new Set<Socket>();

  function add(socket: Socket, network: string): void {
    networks.set(socket, network);
    byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(socket));
  }

  function remove(socket: Socket): void {
    const network = networks.get(socket) ?? '';
    const own = byNetwork.get(network);
    networks.delete(socket);
    working.delete(socket);
    own?.delete(socket);
    if (own?.size === 0) byNetwork.delete(network);
  }

  return {
    add,
    remove,
    working,
    size: () => networks.size,
    of: (network: string): ReadonlySet<Socket> => byNetwork.get(network) ?? new Set(),
    all: (): Iterable<Socket> => networks.keys(),
    renew(socket: Socket): void {
      const network = networks.get(socket);
      if (network === undefined) return;
      remove(socket);
      add(socket, network);
    },
    closeIdle(sockets: Iterable<Socket>): boolean {
      for (const socket of sockets) {
        if (working.has(socket)) continue;
        remove(socket);
        socket.destroy();
        return true;
      }
      return false;
    },
  };
}

export function limitConnections(
  server: Server,
  { perAddressMax, totalMax }: ConnectionLimits,
  isTrusted: IsTrustedProxy,
): Connections {
  const register = createRegister();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = toNetwork(address);
    const own = register.of(network);
    const isOver = own.size >= perAddressMax && !isTrusted(address);
    const hasRoom =
      (!isOver || register.closeIdle(own)) &&
      (register.size() < totalMax || register.closeIdle(register.all()));
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    register.add(socket, network);
    socket.once('close', () => register.remove(socket));
  });
  // WebSocket connections stay open. socket.io limits them by session and link.
  server.on('upgrade', ({ socket }) => register.working.add(socket));
  return {
    setWorking(socket, isWorking) {
      if (isWorking) {
        register.working.add(socket);
      } else {
        register.renew(socket);
      }
    },
    count: register.size,
  };
}
