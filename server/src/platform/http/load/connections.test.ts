import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { trustedProxies } from '../../limits/client-ip.ts';
import { type Connections, limitConnections } from './connections.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

async function listen(limits: { perAddressMax: number; totalMax: number }, proxies: string[] = []) {
  const answers: ServerResponse[] = [];
  let connections: Connections | undefined;
  const server = createServer((request, response) => {
    connections?.setWorking(request.socket, true);
    answers.push(response);
  });
  connections = limitConnections(server, limits, trustedProxies(proxies));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // because it listens on a port
  opened.push(() => server.closeAllConnections());
  opened.push(() => server.close());
  return {
    answers,
    count: () => connections?.count() ?? 0,
    async open(): Promise<Socket> {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    },
  };
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: portal\r\n\r\n';

describe('Open connections', () => {
  it('the longest idle connection is closed when a client address exceeds its limit', async () => {
    const server = await listen({ perAddressMax: 3, totalMax: 100 });
    const first = await server.open();
    const others = [await server.open(), await server.open()];
    await expect.poll(server.count).toBe(3);
    const closed = once(first, 'close');
    const newest = await server.open();
    await closed;
    expect(server.count()).toBe(3);
    for (const socket of [...others, newest]) expect(socket.destroyed).toBe(false);
  });

  it('a connection with a request in progress is kept, and a new connection is closed instead', async () => {
    const server = await listen({ perAddressMax: 2, totalMax: 100 });
    const busy = [await server.open(), await server.open()];
    for (const socket of busy) socket.write(REQUEST);
    await expect.poll(() => server.answers.length).toBe(2);
    const refused = await server.open();
    await once(refused, 'close');
    for (const answer of server.answers) answer.end('done');
    for (const socket of busy) expect(String((await once(socket, 'data'))[0])).toContain('200 OK');
  });

  it('a trusted proxy is subject only to the overall connection limit', async () => {
    const server = await listen({ perAddressMax: 1, totalMax: 4 }, ['127.0.0.1']);
    for (let count = 0; count < 6; count += 1) await server.open();
    await expect.poll(server.count).toBe(4);
  });
});
