/** One line of text typed by a customer, of limited length and without invisible characters. */
import { z } from 'zod';

const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export function isPlainText(text: string): boolean {
  return !INVISIBLE.test(text);
}

export function isPlainLine(line: string): boolean {
  return isPlainText(line.replaceAll('\t', ' '));
}

export function plainText({ min = 1, max }: { min?: number; max: number }) {
  return z.string().trim().min(min).max(max).refine(isPlainText, 'Holds invisible characters');
}
