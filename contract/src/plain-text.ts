/** Text that a person types about themself: one line, bounded, nothing invisible in it. */
import { z } from 'zod';

/** Control characters, line breaks of every kind, and marks that turn the direction of reading. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export function isPlainText(text: string): boolean {
  return !INVISIBLE.test(text);
}

export function plainText({ min = 1, max }: { min?: number; max: number }) {
  return z.string().trim().min(min).max(max).refine(isPlainText, 'Holds invisible characters');
}
