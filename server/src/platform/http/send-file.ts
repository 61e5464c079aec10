/**
 * Sends stored files in pieces, each read by a short transaction of its own, so that a client that reads slowly holds
 * neither a database connection nor a whole file in memory. A client can ask for a range, to continue a download.
 */
import { Readable } from 'node:stream';
import type { Piece } from '../files/read-piece.ts';
import { createSlots } from '../files/slots.ts';
import { toSubnet } from '../limits/client-ip.ts';
import { isUnchanged } from './constant-content.ts';
import type { Exchange } from './register-route.ts';

/** The rest of an answer, after the transaction in which its handler read. */
export type SendLater = (exchange: Exchange) => Promise<unknown>;

export type StoredFile = {
  companyId: string;
  headers: Readonly<Record<string, string>>;
  size: number;
  sha256: string;
  /** Null if the file was removed in the meantime. */
  read(piece: Piece): Promise<Uint8Array | null>;
};

const PIECE_BYTES = 256 * 1024;

const slots = createSlots({ perHolder: 16, inAll: 64, retryAfterMs: 5000 });

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

type Range = { start: number; end: number };

/** Null for the whole file, which also answers several ranges and other units. */
function toRange(header: string, size: number): Range | null {
  const [, first = '', last = ''] = RANGE.exec(header) ?? [];
  if (first !== '')
    return { start: Number(first), end: last === '' ? size : Math.min(size, Number(last) + 1) };
  return last === '' ? null : { start: Math.max(0, size - Number(last)), end: size };
}

async function* toPieces({ read }: StoredFile, { start, end }: Range): AsyncGenerator<Uint8Array> {
  for (let offset = start; offset < end; offset += PIECE_BYTES) {
    const piece = await read({ offset, length: Math.min(PIECE_BYTES, end - offset) });
    if (!piece) throw new Error('A file was removed while it was sent.');
    yield piece;
  }
}

export function sendFile(file: StoredFile): SendLater {
  const { companyId, size, sha256, headers } = file;
  const tag = `"${sha256}"`;
  return async ({ request, reply }) => {
    const { range, 'if-range': ifRange = tag, 'if-none-match': ifNoneMatch } = request.headers;
    reply.headers({ ...headers, etag: tag, 'accept-ranges': 'bytes' });
    if (isUnchanged(ifNoneMatch, tag)) return reply.status(304).send();
    const part = ifRange === tag ? toRange(range ?? '', size) : null;
    if (part && part.start >= part.end)
      return reply.status(416).header('content-range', `bytes */${size}`).send();
    const { start, end } = part ?? { start: 0, end: size };
    reply.raw.once('close', slots.take(companyId, toSubnet(request.ip)));
    if (part) reply.status(206).header('content-range', `bytes ${start}-${end - 1}/${size}`);
    return reply
      .header('content-length', end - start)
      .send(Readable.from(toPieces(file, { start, end })));
  };
}
