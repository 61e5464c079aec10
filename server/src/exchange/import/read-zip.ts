/** Reads parts of a ZIP file as streams of text. Only what Excel files have: no ZIP64, no encryption. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Source } from './source-text.ts';

const END = { signature: 0x06054b50, bytes: 22, commentMax: 0xffff, count: 10, offset: 16 };
const ENTRY = {
  signature: 0x02014b50,
  bytes: 46,
  method: 10,
  compressed: 20,
  expanded: 24,
  name: 28,
  extra: 30,
  comment: 32,
  local: 42,
};
const LOCAL = { bytes: 30, name: 26, extra: 28 };
const STORED = 0;
const CHUNK_BYTES = 64 * 1024;

type Entry = { method: number; from: number; compressed: number; expanded: number };

export type Zip = {
  /** As the file states it. Reading more fails. */
  expandedBytes: number;
  has(name: string): boolean;
  read(name: string): AsyncGenerator<string>;
};

function findEnd(file: Buffer): number {
  const first = Math.max(0, file.length - END.bytes - END.commentMax);
  for (let at = file.length - END.bytes; at >= first; at -= 1) {
    if (file.readUInt32LE(at) === END.signature) return at;
  }
  throw new RangeError('not a ZIP file');
}

function readEntries(file: Buffer): Map<string, Entry> {
  const end = findEnd(file);
  const entries = new Map<string, Entry>();
  let at = file.readUInt32LE(end + END.offset);
  for (let left = file.readUInt16LE(end + END.count); left > 0; left -= 1) {
    if (file.readUInt32LE(at) !== ENTRY.signature) throw new RangeError('damaged ZIP file');
    const nameEnd = at + ENTRY.bytes + file.readUInt16LE(at + ENTRY.name);
    const local = file.readUInt32LE(at + ENTRY.local);
    entries.set(file.toString('utf8', at + ENTRY.bytes, nameEnd), {
      method: file.readUInt16LE(at + ENTRY.method),
      from:
        local +
        LOCAL.bytes +
        file.readUInt16LE(local + LOCAL.name) +
        file.readUInt16LE(local + LOCAL.extra),
      compressed: file.readUInt32LE(at + ENTRY.compressed),
      expanded: file.readUInt32LE(at + ENTRY.expanded),
    });
    at = nameEnd + file.readUInt16LE(at + ENTRY.extra) + file.readUInt16LE(at + ENTRY.comment);
  }
  return entries;
}

function* toChunks(content: Buffer) {
  for (let from = 0; from < content.length; from += CHUNK_BYTES) {
    yield content.subarray(from, from + CHUNK_BYTES);
  }
}

async function* readEntry(file: Buffer, entry: Entry): AsyncGenerator<string> {
  const packed = Readable.from(toChunks(file.subarray(entry.from, entry.from + entry.compressed)));
  const content = entry.method === STORED ? packed : packed.pipe(createInflateRaw());
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for await (const chunk of content) {
      const part = chunk as Buffer; // because the stream has no encoding
      bytes += part.length;
      if (bytes > entry.expanded) throw new RangeError('a part is larger than it says');
      yield decoder.decode(part, { stream: true });
    }
    yield decoder.decode();
  } finally {
    content.destroy();
    packed.destroy();
  }
}

/** @throws RangeError */
export async function openZip(source: Source): Promise<Zip> {
  const file = typeof source === 'string' ? await readFile(source) : Buffer.from(source);
  const entries = readEntries(file);
  return {
    expandedBytes: [...entries.values()].reduce((sum, { expanded }) => sum + expanded, 0),
    has: (name) => entries.has(name),
    read(name) {
      const entry = entries.get(name);
      if (!entry) throw new RangeError(`no part ${name}`);
      return readEntry(file, entry);
    },
  };
}
