/**
 * Reads a company's logo: a PNG or JPEG in a data URL. Nothing is fetched. The picture is validated
 * first, because pdfkit crashes the process on a broken one.
 */
import { inflateSync } from 'node:zlib';

export type Logo = { bytes: Buffer; width: number; height: number };

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
const CHARACTERS_MAX = 400_000;
const SIDE_MAX = 2000;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples per pixel by color type; palettes are not supported. */
const PNG_SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

type Chunk = { type: string; data: Buffer };

/** Null when a chunk is longer than the file. */
function pngChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end) });
    at = end + 4;
    if (type === 'IEND') return chunks;
  }
  return null;
}

function inflated(data: Buffer, length: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: length });
  } catch {
    return null;
  }
}

/** Accepts complete 8-bit images without interlacing and without a transparent color (tRNS). */
function readPng(bytes: Buffer): Logo | null {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  const chunks = pngChunks(bytes) ?? [];
  const head = chunks[0]?.type === 'IHDR' ? chunks[0].data : null;
  if (head?.length !== 13 || chunks.some(({ type }) => type === 'tRNS')) return null;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const samples = PNG_SAMPLES[head[9] ?? -1];
  const isPlain = head[8] === 8 && head[10] === 0 && head[11] === 0 && head[12] === 0;
  if (!samples || !isPlain || !isSize(width, height)) return null;
  const length = height * (1 + width * samples);
  const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const isWhole = inflated(Buffer.concat(pixels), length)?.length === length;
  return isWhole ? { bytes, width, height } : null;
}

/** Frame markers that a PDF can show: baseline and progressive. */
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/** A JPEG is embedded unchanged; only its size is read. */
function readJpeg(bytes: Buffer): Logo | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (JPEG_FRAMES.has(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return isSize(width, height) ? { bytes, width, height } : null;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function isSize(width: number, height: number): boolean {
  return width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX;
}

export function readLogo(url: string | null): Logo | null {
  if (!url || url.length > CHARACTERS_MAX) return null;
  const [, kind, encoded = ''] = DATA_URL.exec(url) ?? [];
  if (!kind) return null;
  const bytes = Buffer.from(encoded, 'base64');
  return kind === 'png' ? readPng(bytes) : readJpeg(bytes);
}
