// Ids and secrets in Stripe's format: a prefix for the kind of object, then random letters and
// digits.
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

const Value = z.union([z.string(), z.number()]);

// Text and numbers. An empty value removes a key; an empty string instead of the object removes all keys.
export const Metadata = z.union([z.literal(''), z.record(z.string(), Value)]).optional();

export function mergeMetadata(
  before: Record<string, string>,
  given: z.infer<typeof Metadata>,
): Record<string, string> {
  if (given === undefined) return before;
  if (given === '') return {};
  const merged = { ...before, ...given };
  return Object.fromEntries(
    Object.entries(merged)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => [key, String(value)]),
  );
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
