// Compresses what the web build has made, once and as well as it can be done: the server sends these files
// as they are. Beside each asset that is worth it, one for Brotli and one for gzip.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** In bytes; below it, a compressed file saves less than it costs to look for. */
const WORTH_MIN = 1024;
const TEXT = /\.(?:js|css|svg)$/;

export function compressAssets(folder) {
  for (const name of readdirSync(folder).filter((each) => TEXT.test(each))) {
    const path = join(folder, name);
    const content = readFileSync(path);
    if (content.length < WORTH_MIN) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(content));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
