/**
 * A document in two parts: the head, which is compressed once, and the body with the data of a request. A response
 * continues the compressed head, so that only the few kilobytes of the body are compressed for it.
 */
import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync, gunzipSync } from 'node:zlib';

const INLINE = /<(?<tag>script|style)(?![^>]* src=)[^>]*>(?<content>.*?)<\/\k<tag>>/gs;

/** Header of a gzip file: deflate, no name, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Small buffers: the body has a few kilobytes, and larger ones take longer to prepare than to fill. */
const BODY_COMPRESSION = { level: 5, memLevel: 5, windowBits: 14 };

export type Shell = {
  /** Sources of the inline elements, for the content security policy. */
  scripts: readonly string[];
  styles: readonly string[];
  body: string;
  /** Up to a byte boundary, without the end of the file. Nothing that follows refers back to it. */
  compressedHead: Buffer;
  headBytes: number;
  checksum: number;
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

function toShell(html: string): Shell {
  const end = Math.max(0, html.indexOf('</head>'));
  const head = html.slice(0, end);
  const bytes = Buffer.from(head);
  const { Z_BEST_COMPRESSION: level, Z_FULL_FLUSH: finishFlush } = constants;
  return {
    scripts: inlineSources(head, 'script'),
    styles: inlineSources(head, 'style'),
    body: html.slice(end),
    compressedHead: Buffer.concat([GZIP_HEADER, deflateRawSync(bytes, { level, finishFlush })]),
    headBytes: bytes.length,
    checksum: crc32(bytes),
  };
}

/** About 10 kB each. A company needs a few; the ones used least recently are built again. */
const SHELLS_MAX = 1000;

export function createShells() {
  const shells = new Map<string, Shell>();
  return (key: string, build: () => string): Shell => {
    const shell = shells.get(key) ?? toShell(build());
    shells.delete(key);
    shells.set(key, shell);
    const [oldest] = shells.keys();
    if (shells.size > SHELLS_MAX && oldest !== undefined) shells.delete(oldest);
    return shell;
  };
}

export function compressDocument(shell: Shell, body: string): Buffer {
  const bytes = Buffer.from(body);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes, shell.checksum), 0);
  trailer.writeUInt32LE(shell.headBytes + bytes.length, 4);
  return Buffer.concat([shell.compressedHead, deflateRawSync(bytes, BODY_COMPRESSION), trailer]);
}

/** For the few clients that do not accept gzip. */
export function plainDocument(shell: Shell, body: string): Buffer {
  return gunzipSync(compressDocument(shell, body));
}
