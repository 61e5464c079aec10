/**
 * Tokens of sessions, bearers and sign-in links: 256 random bits as text. The database stores only their
 * hash.
 */
import { createHash } from 'node:crypto';

const TOKEN_BYTES = 32;

export function mintToken(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
}

/** A fast hash is enough: 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
