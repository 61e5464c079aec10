// Ids and secrets in Stripe's format: a prefix for the kind of object, then random letters and
// digits.
import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** Required from a browser to read or confirm an intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
