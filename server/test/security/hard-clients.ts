/**
 * Misbehaving clients on real connections: they cut connections at every stage, send a body byte by byte, or repeat
 * requests on many open connections. Uses raw sockets, because an HTTP client would behave better.
 */
import { connect, type Socket } from 'node:net';

const AT_ONCE = 200;

/** Errors are expected when a connection is cut. */
function open(url: string, onOpen: (socket: Socket) => void): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => onOpen(socket));
  return socket.on('error', () => socket.destroy());
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });

export type Target = { url: string; path: string };

const requestFor = ({ path }: Target) => `GET ${path} HTTP/1.1\r\nhost: portal.test\r\n\r\n`;

const halfABody = ({ path }: Target) =>
  `POST ${path} HTTP/1.1\r\nhost: portal.test\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a":"`;

/** Cuts inside the headers, inside the body, after the request, and inside the response. */
const CUTS: readonly ((socket: Socket, target: Target) => void)[] = [
  (socket, { path }) => socket.write(`GET ${path} HTTP/1.1\r\nhost:`, () => socket.destroy()),
  (socket, target) => socket.write(halfABody(target), () => socket.destroy()),
  (socket, target) => socket.write(requestFor(target), () => socket.destroy()),
  (socket, target) => {
    socket.once('data', () => socket.destroy());
    socket.write(requestFor(target));
  },
];

async function inTurn(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker));
}

export function cutConnections(target: Target, count: number): Promise<void> {
  return inTurn(count, async (index) => {
    const cut = CUTS[index % CUTS.length];
    await closed(open(target.url, (socket) => cut?.(socket, target)));
  });
}

/** Sends a byte of each body every half second, until it is stopped or the server has closed all connections. */
export function slowBodies(target: Target, count: number) {
  const sockets = Array.from({ length: count }, () =>
    open(target.url, (socket) => socket.write(halfABody(target))),
  );
  for (const socket of sockets) socket.resume();
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a');
  }, 500);
  return {
    closed: Promise.all(sockets.map(closed)).then(() => clearInterval(drip)),
    stop(): void {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}

export type Answers = { ok: number; refused: number; other: number; broken: number; ms: number };

/** Detects the end of a response by its length. */
function keptAlive(target: Target, onStatus: (status: number | null) => void) {
  const request = requestFor(target);
  let received = '';
  let isStopped = false;
  let isWaiting = false;
  let socket = begin();

  function begin(): Socket {
    const opened = open(target.url, () => {
      if (isWaiting) opened.write(request);
    });
    opened.on('data', (chunk) => read(chunk.toString('latin1')));
    opened.on('close', () => {
      received = '';
      if (isStopped) return;
      socket = begin();
      if (isWaiting) done(null);
    });
    return opened;
  }

  function read(chunk: string): void {
    received += chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (received.length < headEnd + 4 + length) return;
    const status = Number(received.slice(9, 12));
    received = '';
    done(status);
  }

  function done(status: number | null): void {
    isWaiting = false;
    onStatus(status);
  }

  return {
    isFree: () => !isWaiting,
    ask(): void {
      isWaiting = true;
      if (!socket.connecting) socket.write(request);
    },
    stop(): void {
      isStopped = true;
      socket.destroy();
    },
  };
}

function tally() {
  const answers: Answers = { ok: 0, refused: 0, other: 0, broken: 0, ms: 0 };
  return {
    answers,
    count(status: number | null): void {
      if (status === 200) answers.ok += 1;
      else if (status === 503 || status === 429) answers.refused += 1;
      else if (status === null) answers.broken += 1;
      else answers.other += 1;
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function askAgainAndAgain(
  target: Target,
  { clients: count, ms }: { clients: number; ms: number },
): Promise<Answers> {
  const { answers, count: add } = tally();
  const began = performance.now();
  const clients = Array.from({ length: count }, () => {
    const client = keptAlive(target, (status) => {
      add(status);
      client.ask();
    });
    return client;
  });
  for (const client of clients) client.ask();
  await pause(ms);
  for (const client of clients) client.stop();
  return { ...answers, ms: performance.now() - began };
}

/**
 * Sends requests at a fixed rate, however slow the responses are. Each request uses a free client or opens a new
 * one.
 */
export async function askAtRate(
  target: Target,
  { perSecond, ms, clientsMax }: { perSecond: number; ms: number; clientsMax: number },
): Promise<Answers & { sent: number }> {
  const { answers, count: add } = tally();
  const clients: ReturnType<typeof keptAlive>[] = [];
  const free: ReturnType<typeof keptAlive>[] = [];
  const began = performance.now();
  let sent = 0;
  for (let passed = 0; passed < ms; passed = performance.now() - began) {
    for (const due = (passed / 1000) * perSecond; sent < due; sent += 1) {
      const client = free.pop() ?? (clients.length < clientsMax ? newClient() : null);
      if (!client) add(null);
      else client.ask();
    }
    await pause(5);
  }
  function newClient() {
    const client = keptAlive(target, (status) => {
      add(status);
      free.push(client);
    });
    clients.push(client);
    return client;
  }
  for (const client of clients) client.stop();
  return { ...answers, sent, ms: performance.now() - began };
}
