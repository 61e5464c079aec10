// Amounts in Fiserv's API: a JSON number of dollars, such as 12.04. Internally, all amounts are whole cents. The
// conversion goes through text, to avoid floating-point fractions.
import { z } from 'zod';

const DOLLARS = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

export function toCents(total: number): number {
  const [, dollars = '0', fraction = ''] = DOLLARS.exec(String(total)) ?? [];
  return Number(`${dollars}${fraction.padEnd(2, '0')}`);
}

export function centsToText(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function toTotal(cents: number): number {
  return Number(centsToText(cents));
}

/**
 * Stricter than the published schema, which allows numbers up to 10^18 and any three-letter currency: whole cents,
 * USD only.
 */
export const Amount = z.strictObject({
  total: z
    .number()
    .max(1e18)
    .refine((total) => DOLLARS.test(String(total)) && total > 0, 'must be dollars and cents'),
  currency: z.literal('USD'),
});

export function toAmount(cents: number, currency: string) {
  return { total: toTotal(cents), currency };
}
