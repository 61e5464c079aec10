/**
 * Money is a whole number of cents (R5). This module creates, adds and splits cents and parses typed dollar
 * amounts. Formatting is in format.ts; fees are in the domain package.
 */
import { z } from 'zod';

/**
 * Far above any invoice and below 2^53, so that sums of the largest amounts are still exact integers.
 */
export const CENTS_MAX = 2 ** 51;

/** The largest amount that a caller may send: $999,999.99. */
export const REQUEST_CENTS_MAX = 99_999_999;

export const centsSchema = z.int().min(-CENTS_MAX).max(CENTS_MAX).brand<'Cents'>();
export type Cents = z.infer<typeof centsSchema>;

export const amountCentsSchema = z.int().min(1).max(REQUEST_CENTS_MAX).brand<'Cents'>();

/**
 * The only conversion from number to cents. Anything but an integer is a programming error. Does not use the
 * schema, so that pages that only add amounts do not load zod.
 */
export function cents(value: number): Cents {
  if (!Number.isInteger(value) || Math.abs(value) > CENTS_MAX)
    throw new RangeError(`Not an amount in cents: ${value}`);
  // Adding zero turns −0 into 0.
  return (value + 0) as Cents; // because all rules of the schema have just been checked
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

export function maxCents(...amounts: readonly [Cents, ...Cents[]]): Cents {
  return cents(Math.max(...amounts));
}

/** Splits a total into parts that add up exactly and differ by at most one cent, larger parts first (R7). */
export function allocate(total: Cents, count: number): Cents[] {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`Cannot split into ${count} parts`);
  if (total < 0) throw new RangeError('Cannot split a negative amount');
  const base = Math.floor(total / count);
  const remainder = total - base * count;
  return Array.from({ length: count }, (_, index) => cents(index < remainder ? base + 1 : base));
}

const DOLLARS = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/** Parses text such as '1,234.5' or '$12'. Returns null if the text is not an amount in dollars and cents. */
export function dollarsToCents(text: string): Cents | null {
  const match = DOLLARS.exec(text.trim());
  if (!match) return null;
  const [, dollars = '', fraction = ''] = match;
  const value = Number(dollars.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return value <= CENTS_MAX ? cents(value) : null;
}

/** Returns a decimal string without grouping or sign, such as '10.00'. */
export function centsToDecimal(amount: Cents): string {
  if (amount < 0) throw new RangeError('A decimal amount is never negative');
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}
