/**
 * Derives the ids and tokens of the demo data from one secret in the data folder. A reset writes the same ones
 * again, so that links already printed or opened stay valid. The secret is random, so tokens cannot be guessed.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Entropy } from '@quittance/server/kernel/entropy';

const SECRET_BYTES = 32;
const UUID_BYTES = 16;

export function readSeedSecret(path: string): string {
  if (!existsSync(path)) {
    writeFileSync(path, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, { mode: 0o600 });
  }
  return readFileSync(path, 'utf8').trim();
}

export function seededEntropy(secret: string): Entropy {
  let count = 0;
  const block = () => {
    count += 1;
    return createHmac('sha256', secret).update(String(count)).digest();
  };
  const bytes = (wanted: number): Uint8Array => {
    const blocks: Buffer[] = [];
    for (let length = 0; length < wanted; length += SECRET_BYTES) blocks.push(block());
    return Buffer.concat(blocks).subarray(0, wanted);
  };
  return {
    bytes,
    uuid() {
      const hex = Buffer.from(bytes(UUID_BYTES)).toString('hex');
      const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `${variant}${hex.slice(17, 20)}`,
        hex.slice(20),
      ].join('-');
    },
  };
}
