/**
 * Scans uploads with clamd, by its INSTREAM command, if the operator entered its address. A file that was not scanned
 * is refused like an infected one.
 */
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { AppError } from '../../kernel/errors.ts';

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Returns what was found, or null. Throws if the file could not be scanned. */
export type Scan = (chunks: Chunks) => Promise<string | null>;

const SCAN_MS = 30_000;
const CHUNK_BYTES = 65_536;
const ANSWER_LENGTH_MAX = 1000;

/** Each part is preceded by its length in four bytes. A part of length zero ends the file. */
async function* toStream(chunks: Chunks): AsyncIterable<Uint8Array> {
  const toLength = (bytes: number) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes);
    return length;
  };
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += CHUNK_BYTES) {
      const part = chunk.subarray(start, start + CHUNK_BYTES);
      yield toLength(part.length);
      yield part;
    }
  }
  yield toLength(0);
}

type Answer = { text: string; isWholeFile: boolean };

/** clamd may answer before it has read the whole file, and closes the connection. */
async function ask(address: URL, chunks: Chunks, timeoutMs: number): Promise<Answer> {
  const { protocol, hostname, port, pathname } = address;
  const host = hostname.replace(/^\[|\]$/g, '');
  const target = protocol === 'unix:' ? { path: pathname } : { host, port: Number(port) };
  const socket = connect({ ...target, signal: AbortSignal.timeout(timeoutMs) });
  let failure: unknown = new Error('clamd closed the connection without an answer.');
  let text = '';
  socket.on('error', (error) => {
    failure = error;
  });
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (text.includes('\0') || text.length > ANSWER_LENGTH_MAX) socket.destroy();
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const isWholeFile = await pipeline(Readable.from(toStream(chunks)), socket, { end: false }).then(
    () => true,
    () => false,
  );
  await closed;
  if (text === '') throw failure;
  return { text: text.slice(0, text.indexOf('\0')), isWholeFile };
}

export function openScan(address: string, timeoutMs = SCAN_MS): Scan {
  const url = new URL(address);
  return async (chunks) => {
    const { text, isWholeFile } = await ask(url, chunks, timeoutMs);
    if (text === 'stream: OK' && isWholeFile) return null;
    const [, found] = /^stream: (.+) FOUND$/.exec(text) ?? [];
    if (!found) throw new Error(`clamd answered: ${text}`);
    return found;
  };
}

export const toFinding = (found: string) => `The virus scanner found ${found} in this file.`;

export type ScanDeps = { scan?: Scan; log: Logger };

/** @throws AppError FILE_INFECTED or FILE_NOT_SCANNED */
export async function requireClean({ scan, log }: ScanDeps, content: Uint8Array): Promise<void> {
  const found = await scan?.([content]).catch((error: unknown) => {
    log.error({ event: 'upload.not_scanned', err: error }, 'an upload was refused');
    throw new AppError('FILE_NOT_SCANNED');
  });
  if (!found) return;
  log.warn({ event: 'upload.infected', found }, 'an upload was refused');
  throw new AppError('FILE_INFECTED', {
    details: { fields: [{ field: 'file', message: toFinding(found) }] },
  });
}
