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

type Encoding = 'br' | 'gzip';

export type EncodedBody = { bytes: Buffer; encoding: Encoding | null };

export function accepts(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text));
  });
}

export function chooseEncoding(acceptEncoding = ''): Encoding | null {
  if (accepts(acceptEncoding, 'br')) return 'br';
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : null;
}

export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(bytes, { level: GZIP_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return toBrotli(bytes, { params });
}

export async function encode(
  text: string,
  acceptEncoding: string | undefined,
): Promise<EncodedBody> {
  const bytes = Buffer.from(text);
  const encoding = bytes.length < WORTH_BYTES ? null : chooseEncoding(acceptEncoding);
  return { bytes: encoding ? await compress(bytes, encoding) : bytes, encoding };
}
