/** Computes the amounts of an invoice's lines. Quantities are in thousandths and amounts in cents. */
import { addCents, type Cents, cents } from '@quittance/contract/money';

const PARTS = 1000;

export type LineInput = { quantity: number; unitPrice: Cents; tax: Cents };

/** Returns 1500 for 1.5. */
export function quantityParts(quantity: number): number {
  return Math.round(quantity * PARTS);
}

export function toQuantity(parts: number): number {
  return parts / PARTS;
}

/** Quantity times price, rounded half up, also for negative amounts (-0.5 becomes 0). */
export function lineAmount({
  quantity,
  unitPrice,
}: Pick<LineInput, 'quantity' | 'unitPrice'>): Cents {
  const product = BigInt(quantityParts(quantity)) * BigInt(unitPrice);
  const doubled = 2n * product + BigInt(PARTS);
  const divisor = BigInt(2 * PARTS);
  const floored = doubled / divisor - (doubled % divisor < 0n ? 1n : 0n);
  return cents(Number(floored));
}

export type Sums = { netCents: Cents; taxCents: Cents; totalCents: Cents };

export function sumOfLines(lines: readonly LineInput[]): Sums {
  const netCents = addCents(...lines.map(lineAmount));
  const taxCents = addCents(...lines.map(({ tax }) => tax));
  return { netCents, taxCents, totalCents: addCents(netCents, taxCents) };
}
