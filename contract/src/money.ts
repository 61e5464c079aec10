/**
 * Money is a whole number of cents, always (R5). This module makes, adds and splits cents and reads
 * dollars typed by people. It does not format (format.ts) and knows no fees (domain/fees.ts).
 */
import { z } from 'zod';

/**
 * Far above any invoice and far below 2^53, so that a sum of thousands of the largest amounts is
 * still an exact integer.
 */
export const CENTS_MAX = 2 ** 51;

/** The largest amount a caller may send: $999,999.99. */
export const REQUEST_CENTS_MAX = 99_999_999;

export const centsSchema = z.int().min(-CENTS_MAX).max(CENTS_MAX).brand<'Cents'>();
export type Cents = z.infer<typeof centsSchema>;

/** An amount somebody sends us to be paid: at least one cent, never absurd. */
export const amountCentsSchema = z.int().min(1).max(REQUEST_CENTS_MAX).brand<'Cents'>();

/**
 * The only way from a plain number to cents; anything but an integer is a programmer's error. Asks
 * without the schema: a page that only adds amounts must not fetch the whole validator for it.
 */
export function cents(value: number): Cents {
  if (!Number.isInteger(value) || Math.abs(value) > CENTS_MAX)
    throw new RangeError(`Not an amount in cents: ${value}`);
  // Adding zero turns −0 into 0, which prints and compares as people expect.
  return (value + 0) as Cents; // because all of the schema's rules have just been asked
}

export const ZERO = cents(0);

export function addCents(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

export function subtractCents(from: Cents, amount: Cents): Cents {
  return cents(from - amount);
}

export function minCents(...amounts: readonly [Cents, ...Cents[]]): Cents {
  return cents(Math.min(...amounts));
}

/**
 * Splits a total into parts that differ by at most one cent and add up exactly: every part gets the
 * floor, the first parts get the remaining cents (R7).
 */
export function allocate(total: Cents, count: number): Cents[] {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`Cannot split into ${count} parts`);
  if (total < 0) throw new RangeError('Cannot split a negative amount');
  const base = Math.floor(total / count);
  const remainder = total - base * count;
  return Array.from({ length: count }, (_, index) => cents(index < remainder ? base + 1 : base));
}

const DOLLARS = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/** Reads '1,234.5' or '$12' exactly; null when the text is not an amount of dollars and cents. */
export function dollarsToCents(text: string): Cents | null {
  const match = DOLLARS.exec(text.trim());
  if (!match) return null;
  const [, dollars = '', fraction = ''] = match;
  const value = Number(dollars.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return value <= CENTS_MAX ? cents(value) : null;
}

/** '10.00': the exact decimal text of an amount, without grouping or sign. */
export function centsToDecimal(amount: Cents): string {
  if (amount < 0) throw new RangeError('A decimal amount is never negative');
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}
