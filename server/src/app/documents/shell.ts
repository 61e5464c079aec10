/**
 * A document in parts that are compressed apart: the head, once per company and language; the body with its data,
 * once per version of the data; and the last few bytes, which differ in every response and are not compressed.
 */
import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync, gunzipSync, type ZlibOptions } from 'node:zlib';
import { keepRecent } from '../../kernel/keep-recent.ts';

const INLINE = /<(?<tag>script|style)(?![^>]* src=)[^>]*>(?<content>.*?)<\/\k<tag>>/gs;

const BODY_END = /(?=<\/body>)/;

/** Header of a gzip file: deflate, no name, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Small buffers: the body has a few kilobytes, and larger ones take longer to prepare than to fill. */
const BODY_COMPRESSION = { level: 5, memLevel: 5, windowBits: 14 };

/** The beginning of a compressed document, up to a byte boundary. Nothing that follows refers back to it. */
export type Part = { compressed: Buffer; bytes: number; checksum: number };

export type Shell = {
  /** Sources of the inline elements, for the content security policy. */
  scripts: readonly string[];
  styles: readonly string[];
  head: Part;
  body: string;
  /** From the end tag of the body on. */
  end: string;
};

function inlineSources(head: string, tag: 'script' | 'style'): string[] {
  return [...head.matchAll(INLINE)].flatMap(({ groups }) => {
    if (groups?.['tag'] !== tag) return [];
    const hash = createHash('sha256')
      .update(groups['content'] ?? '')
      .digest('base64');
    return `'sha256-${hash}'`;
  });
}

function append(part: Part, text: string, options: ZlibOptions): Part {
  const bytes = Buffer.from(text);
  const compressed = deflateRawSync(bytes, { ...options, finishFlush: constants.Z_FULL_FLUSH });
  return {
    compressed: Buffer.concat([part.compressed, compressed]),
    bytes: part.bytes + bytes.length,
    checksum: crc32(bytes, part.checksum),
  };
}

const EMPTY: Part = { compressed: GZIP_HEADER, bytes: 0, checksum: 0 };

function toShell(html: string): Shell {
  const headEnd = Math.max(0, html.indexOf('</head>'));
  const head = html.slice(0, headEnd);
  const [body = '', ...end] = html.slice(headEnd).split(BODY_END);
  return {
    scripts: inlineSources(head, 'script'),
    styles: inlineSources(head, 'style'),
    head: append(EMPTY, head, { level: constants.Z_BEST_COMPRESSION }),
    body,
    end: end.join(''),
  };
}

/** About 10 kB each. A company needs a few; the ones used least recently are built again. */
const SHELLS_MAX = 1000;

export function createShells() {
  const shells = keepRecent<Shell>(SHELLS_MAX);
  return (key: string, build: () => string): Shell =>
    shells.find(key) ?? shells.keep(key, toShell(build()));
}

export function withBody({ head }: Shell, body: string): Part {
  return append(head, body, BODY_COMPRESSION);
}

/** `tail` is stored in a final block: a byte, its length twice, once inverted, and the text. */
export function compressDocument(part: Part, tail: string): Buffer {
  const text = Buffer.from(tail);
  const end = Buffer.alloc(text.length + 13);
  end.writeUInt8(1, 0);
  end.writeUInt16LE(text.length, 1);
  end.writeUInt16LE(0xffff - text.length, 3);
  text.copy(end, 5);
  end.writeUInt32LE(crc32(text, part.checksum), text.length + 5);
  end.writeUInt32LE(part.bytes + text.length, text.length + 9);
  return Buffer.concat([part.compressed, end]);
}

/** For the few clients that do not accept gzip. */
export function plainDocument(part: Part, tail: string): Buffer {
  return gunzipSync(compressDocument(part, tail));
}
