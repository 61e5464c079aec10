/** Webhook receivers are outside our control: they may be silent, or send an endlessly slow or long response. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { monotonicMs, repeatEvery } from '../../kernel/clock.ts';
import { openPoster } from './post.ts';
import { ANY_ADDRESS, PUBLIC_INTERNET, type Reach } from './reach.ts';

const TIMEOUT_MS = 200;
const LONG_MS = 5000;

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

async function receiver(speak: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => speak(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function post(port: number, reach: Reach = ANY_ADDRESS) {
  const poster = openPoster(reach, TIMEOUT_MS);
  const startedMs = monotonicMs();
  try {
    const url = `http://127.0.0.1:${port}/hook`;
    const posted = await poster.post({ url, headers: {}, body: '{}' });
    return { ...posted, tookMs: monotonicMs() - startedMs };
  } finally {
    await poster.close();
  }
}

/** Sends bytes one at a time, forever, so that no gap between two bytes triggers a timeout. */
function trickle(socket: Socket): void {
  const sending = repeatEvery(TIMEOUT_MS / 20, () => socket.write('x'));
  closings.push(sending.stop);
}

describe('A receiver', () => {
  it('a request to a receiver that never responds is aborted at the time limit', async () => {
    const { tookMs, ...posted } = await post(await receiver(() => undefined));
    expect(posted).toEqual({ status: null, failure: 'no_answer' });
    expect(tookMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 1);
    expect(tookMs).toBeLessThan(LONG_MS);
  });

  it('a request to a receiver that trickles its headers is aborted at the same time limit', async () => {
    const port = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      trickle(socket);
    });
    const { tookMs, ...posted } = await post(port);
    expect(posted).toEqual({ status: null, failure: 'no_answer' });
    expect(tookMs).toBeLessThan(LONG_MS);
  });

  it('a slow response body is read only until the time limit, and counts as a response', async () => {
    const port = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      trickle(socket);
    });
    const { tookMs, ...posted } = await post(port);
    expect(posted).toEqual({ status: 200, failure: null });
    expect(tookMs).toBeLessThan(LONG_MS);
  });

  it('an endless response body is not read to the end', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    let [written, isClosed] = [0, false];
    const port = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n');
      socket.once('close', () => {
        isClosed = true;
      });
      const more = () => {
        written += chunk.length;
        if (!isClosed && socket.write(chunk)) setImmediate(more);
      };
      socket.on('drain', more);
      more();
    });
    const { status, tookMs } = await post(port);
    expect(status).toBe(200);
    expect(tookMs).toBeLessThan(LONG_MS);
    // Little more than both socket buffers hold.
    expect(written).toBeLessThan(20_000_000);
  });

  it('a redirect from a receiver is not followed, whatever its target', async () => {
    let connections = 0;
    const elsewhere = await receiver(() => {
      connections += 1;
    });
    const port = await receiver((socket) => {
      const location = `http://127.0.0.1:${elsewhere}/`;
      socket.end(`HTTP/1.1 307 Go\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
    });
    expect(await post(port)).toMatchObject({ status: 307, failure: null });
    expect(connections).toBe(0);
  });

  it('a receiver at a private address is not contacted', async () => {
    let connections = 0;
    const port = await receiver(() => {
      connections += 1;
    });
    const reach = { ...PUBLIC_INTERNET, protocols: ['http:'] };
    expect(await post(port, reach)).toMatchObject({ failure: 'address_refused' });
    expect(connections).toBe(0);
  });
});
