/**
 * Secrets we hand out and recognise again: sessions, bearers, sign-in links. 256 random bits as text;
 * the database keeps only their hash.
 */
import { createHash } from 'node:crypto';

const TOKEN_BYTES = 32;

export function mintToken(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
}

/** A fast hash is enough: there is nothing to guess in 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
