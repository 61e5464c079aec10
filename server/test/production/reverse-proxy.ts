/**
 * A reverse proxy with or without TLS, configured like deploy/nginx.conf: connections to the portal are reused and
 * closed after ten idle seconds, websockets are passed through, and nothing is retried.
 */
import { once } from 'node:events';
import {
  Agent,
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type Socket } from 'node:net';

const IDLE_MS = 10_000;

export type Certificate = { key: string; cert: string };

function forwarded({ headers, socket }: IncomingMessage, protocol: string) {
  const before = headers['x-forwarded-for'];
  return {
    ...headers,
    'x-forwarded-for': [before, socket.remoteAddress].flat().filter(Boolean).join(', '),
    'x-forwarded-proto': protocol,
  };
}

type Target = number | ((from: IncomingMessage) => number);

type ProxyTarget = { agent: Agent; port: Target; protocol: string };

const portFor = (port: Target, from: IncomingMessage): number =>
  typeof port === 'number' ? port : port(from);

function pass(
  { agent, port: target, protocol }: ProxyTarget,
  from: IncomingMessage,
  to: ServerResponse,
) {
  const { method, url: path } = from;
  const port = portFor(target, from);
  const headers = { ...forwarded(from, protocol), connection: 'keep-alive' };
  const upstream = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
    const { connection: _, 'keep-alive': __, ...answered } = answer.headers;
    to.writeHead(answer.statusCode ?? 502, answered);
    answer.pipe(to);
    answer.on('error', () => to.destroy());
  });
  upstream.on('error', () => {
    if (to.headersSent) to.destroy();
    else to.writeHead(502).end();
  });
  from.pipe(upstream);
}

function passUpgrade({ port, protocol }: ProxyTarget, from: IncomingMessage, client: Socket): void {
  const upstream = connect(portFor(port, from), '127.0.0.1');
  const lines = Object.entries(forwarded(from, protocol)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  upstream.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}

export async function openReverseProxy(
  target: { port: Target; listenOn?: number },
  certificate?: Certificate,
) {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 100 });
  const protocol = certificate ? 'https' : 'http';
  const passing = { agent, port: target.port, protocol };
  const onRequest = (from: IncomingMessage, to: ServerResponse) => pass(passing, from, to);
  const server: Server = certificate
    ? createHttpsServer(certificate, onRequest)
    : createHttpServer(onRequest);
  server.on('upgrade', (from: IncomingMessage, socket: Socket) =>
    passUpgrade(passing, from, socket),
  );
  server.listen(target.listenOn ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    url: `${protocol}://localhost:${address.port}`,
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
