/** QR codes of links. They are drawn on invoices and attached to emails as images, so that nothing is fetched. */
import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** The empty margin that QR readers need, in modules. */
const MARGIN = 4;

/**
 * Returns rows of modules, including the margin. Dark modules are true. Up to 15% of a printed code may be damaged.
 */
export function qrModules(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: MARGIN });
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** Pixels per module. Sharp at twice the size shown in emails. */
const SCALE = 6;
const [DARK, LIGHT] = [0x00, 0xff];
/** 8-bit grayscale, not interlaced. */
const FORMAT = [8, 0, 0, 0, 0];

export type QrPicture = { bytes: Buffer; size: number };

export function qrPng(text: string): QrPicture {
  const modules = qrModules(text);
  const size = modules.length * SCALE;
  const rows = modules.flatMap((row) => {
    const pixels = row.flatMap((isDark) => Array<number>(SCALE).fill(isDark ? DARK : LIGHT));
    // Each row begins with its filter type. Zero means none.
    return Array<Buffer>(SCALE).fill(Buffer.from([0, ...pixels]));
  });
  const header = Buffer.alloc(8);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  const bytes = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([header, Buffer.from(FORMAT)])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { bytes, size };
}
