// Compresses the assets of the web build with Brotli and gzip at the highest level. The server sends these files as
// they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Below this size, compression saves less than the extra lookup costs. */
const WORTH_MIN = 512;
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
