import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems assign to outgoing connections, one of which could take a port before its server. */
const LOWEST = 20_000;
const COUNT = 12_000;
const TRIES_MAX = 100;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Drawn at random, so that processes that start at the same time get different ports. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = LOWEST + randomInt(COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port was found on 127.0.0.1');
}
