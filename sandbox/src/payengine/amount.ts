// Dollar amounts in PayEngine's API: text with two decimals, never a number. The sandbox calculates in whole cents.
import { z } from 'zod';

export function toCents(text: string): number {
  return Number(text.replace('.', ''));
}

export function fromCents(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const DOLLARS = /^(0|[1-9]\d{0,8})\.\d{2}$/;

/** Stricter than the documentation, which also accepts "1" for $1.00. */
export const DollarText = z.string().regex(DOLLARS, 'must be dollars and cents, such as "10.00"');

export const ChargeAmount = DollarText.refine((text) => toCents(text) > 0, {
  message: 'must be greater than zero',
});
