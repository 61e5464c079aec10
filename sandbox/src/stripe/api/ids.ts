// Ids and secrets as Stripe writes them: a prefix that says what it is, then letters and digits.
// They are random; nothing can be read out of them.
import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** What a browser must know to look at or confirm an intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
