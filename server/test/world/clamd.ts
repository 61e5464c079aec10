/**
 * The INSTREAM side of clamd for tests, over a real socket: it reads the parts by their lengths and finds a text. A
 * test can make it misbehave.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export const VIRUS = 'Quittance-Test-Virus';

/** `silent` never answers, `closes` ends the connection, `hasty` answers before the file has ended. */
export type Behavior = 'scans' | 'silent' | 'closes' | 'hasty' | { answer: string };

const COMMAND = 'zINSTREAM\0';
const LENGTH_BYTES = 4;

/** Returns the file once its last part has arrived. */
function readFile(received: Buffer): Buffer | null {
  if (!received.subarray(0, COMMAND.length).equals(Buffer.from(COMMAND))) return null;
  const parts: Buffer[] = [];
  let at = COMMAND.length;
  while (at + LENGTH_BYTES <= received.length) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    at += LENGTH_BYTES;
    parts.push(received.subarray(at, at + length));
    at += length;
  }
  return null;
}

export class TestClamd {
  url = '';
  behavior: Behavior = 'scans';
  readonly files: Buffer[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#serve(socket));

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port');
    this.url = `tcp://127.0.0.1:${address.port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    const { behavior } = this;
    this.#sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    if (behavior === 'closes') socket.end();
    if (behavior === 'hasty') {
      socket.write('stream: OK\0');
      return;
    }
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const file = readFile(received);
      if (!file || behavior === 'silent') return;
      this.files.push(file);
      const isFound = file.includes(VIRUS);
      const scanned = isFound ? `stream: ${VIRUS}.UNOFFICIAL FOUND` : 'stream: OK';
      socket.end(`${typeof behavior === 'object' ? behavior.answer : scanned}\0`);
    });
  }
}
