/**
 * Stands between the portal and a processor. While it garbles, it answers with what a broken gateway answers, half of
 * the time after the processor has taken the call.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Random } from '../random.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const LARGE_BYTES = 3_000_000;

type Garble = (response: ServerResponse) => void;

const answering = (text: string | Buffer, status = 200): Garble => {
  return (response) => response.writeHead(status, JSON_TYPE).end(text);
};

const GARBLES: readonly Garble[] = [
  (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>'),
  (response) => response.writeHead(204).end(),
  (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  (response) => response.writeHead(200, { ...JSON_TYPE, 'content-length': 500 }).end('{"id":"1"}'),
  (response) => response.destroy(),
  answering(''),
  answering('null'),
  answering('[]'),
  answering('{"id":'),
  answering('{"status":"succeeded"}'),
  answering('{"id":1,"status":{},"amount":"NaN","data":[null]}'),
  answering('{"error":"garbled"}', 400),
  answering('{"status":"succeeded"}', 500),
  answering(Buffer.from([0xff, 0xfe, 0, 1, 2, 0xc3, 0x28])),
  answering(`{"id":"${'x'.repeat(LARGE_BYTES)}"}`),
];

export class GarblingProxy {
  url = '';
  isGarbling = false;
  garbled = 0;
  readonly #target: URL;
  readonly #random: Random;
  readonly #server: Server;

  constructor(target: string, random: Random) {
    this.#target = new URL(target);
    this.#random = random;
    this.#server = createServer((from, to) => void this.#pass(from, to).catch(() => to.destroy()));
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port');
    this.url = `http://127.0.0.1:${address.port}${this.#target.pathname}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await buffer(from);
    const garble = this.isGarbling ? GARBLES[this.#random.below(GARBLES.length)] : undefined;
    if (garble) this.garbled += 1;
    if (garble && this.#random.below(2) === 0) return garble(to);
    const { method, url: path, headers } = from;
    const { hostname, port, host } = this.#target;
    const sent = request({ hostname, port, method, path, headers: { ...headers, host } });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]; // because a response has one argument
    const content = await buffer(answer);
    if (garble) return garble(to);
    to.writeHead(answer.statusCode ?? 502, answer.headers).end(content);
  }
}
