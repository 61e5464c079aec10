/**
 * Compresses a response for a browser that accepts it. The callers decide which responses may be compressed (ADR
 * 0060).
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Close to the best ratio for a few kilobytes of text, in about a millisecond. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

/** Smaller responses fit into one packet anyway. */
const WORTH_BYTES = 1400;

export type EncodedBody = { bytes: Buffer; encoding: 'br' | 'gzip' | null };

export function accepts(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text));
  });
}

export async function encode(
  text: string,
  acceptEncoding: string | undefined,
): Promise<EncodedBody> {
  const bytes = Buffer.from(text);
  if (bytes.length < WORTH_BYTES || acceptEncoding === undefined) return { bytes, encoding: null };
  if (accepts(acceptEncoding, 'br')) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return { bytes: await toBrotli(bytes, { params }), encoding: 'br' };
  }
  if (accepts(acceptEncoding, 'gzip'))
    return { bytes: await toGzip(bytes, { level: GZIP_LEVEL }), encoding: 'gzip' };
  return { bytes, encoding: null };
}
