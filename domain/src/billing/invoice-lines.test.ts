import { cents } from '@quittance/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineAmount, quantityParts, sumOfLines, toQuantity } from './invoice-lines.ts';

const line = (quantity: number, unitPrice: number, tax = 0) => ({
  quantity,
  unitPrice: cents(unitPrice),
  tax: cents(tax),
});

describe('Lines of an invoice', () => {
  it.each([
    [1, 1999, 1999],
    [2.5, 333, 833],
    [0.001, 499, 0],
    [0.001, 500, 1],
    [1.005, 100, 101],
    [2.5, -333, -832],
    [3, -100, -300],
  ])('a line of %d × %d cents amounts to %d cents', (quantity, unitPrice, amount) => {
    expect(lineAmount(line(quantity, unitPrice))).toBe(amount);
  });

  it('the invoice total is the sum of its lines, including tax', () => {
    const lines = [line(2, 5000, 800), line(1.5, 1001), line(1, -500)];
    expect(sumOfLines(lines)).toEqual({ netCents: 11_002, taxCents: 800, totalCents: 11_802 });
  });

  it('line amounts are exact for every accepted quantity and price', () => {
    const parts = fc.integer({ min: 1, max: 1_000_000_000 });
    const price = fc.integer({ min: -99_999_999, max: 99_999_999 });
    fc.assert(
      fc.property(parts, price, (count, unitPrice) => {
        const quantity = toQuantity(count);
        expect(quantityParts(quantity)).toBe(count);
        // Compares with BigInt in thousandths of a cent, because the product can exceed the precision of a number.
        const amount = BigInt(lineAmount(line(quantity, unitPrice)));
        const roundedUpBy = amount * 1000n - BigInt(count) * BigInt(unitPrice);
        expect(roundedUpBy > -500n && roundedUpBy <= 500n).toBe(true);
      }),
    );
  });
});
