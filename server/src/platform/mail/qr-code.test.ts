import { inflateSync } from 'node:zlib';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { qrModules, qrPng } from './qr-code.ts';

const LINK = `https://pay.example.com/harbor/pay/${'a2b3c4d5'.repeat(7)}ab`;

/** Converts the PNG to RGBA pixels, as a camera would see it. */
function toPicture(png: Buffer) {
  const width = png.readUInt32BE(16);
  const start = png.indexOf('IDAT') + 4;
  const pixels = inflateSync(png.subarray(start, png.indexOf('IEND') - 8));
  const data = new Uint8Array(width * width * 4);
  for (let index = 0; index < width * width; index += 1) {
    const row = Math.floor(index / width);
    const gray = pixels[row * (width + 1) + 1 + (index % width)] ?? 0;
    data.set([gray, gray, gray, 0xff], index * 4);
  }
  return { width, height: width, data };
}

describe('QR code of a link (R26)', () => {
  it('the QR code is an image that a reader decodes to the link', () => {
    const { bytes, size } = qrPng(LINK);
    expect(bytes.readUInt32BE(16)).toBe(size);
    expect(decodeQR(toPicture(bytes))).toBe(LINK);
  });

  it('the QR code has the quiet zone that scanners need', () => {
    const modules = qrModules(LINK);
    expect(modules.slice(0, 4).flat()).not.toContain(true);
    expect(modules.flatMap((row) => row.slice(-4))).not.toContain(true);
  });
});
