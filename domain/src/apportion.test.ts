import { addCents, cents } from '@quittance/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion } from './apportion.ts';
import { InvariantViolation } from './invariant.ts';

const split = (amount: number, ...weights: number[]) =>
  apportion(cents(amount), weights.map(cents));

describe('Splitting an amount in proportion (R39)', () => {
  it('each share is rounded half up, and the last share takes the remainder', () => {
    expect(split(3, 1, 1, 1, 3)).toEqual([1, 0, 1, 1]);
    expect(split(2580, 320, 10_000)).toEqual([80, 2500]);
    expect(split(1, 1, 1)).toEqual([1, 0]);
    expect(split(5, 0, 5)).toEqual([0, 5]);
  });

  it('a proportional split is exact beyond 2^53', () => {
    expect(split(99_999_998, 99_999_999, 99_999_999)).toEqual([49_999_999, 49_999_999]);
  });

  it('the shares add up to the amount, and no share exceeds its weight', () => {
    const anyWeights = fc.array(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 1 });
    fc.assert(
      fc.property(anyWeights, fc.nat(1_000_000), (weights, part) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const amount = Math.floor((total * part) / 1_000_000);
        const shares = split(amount, ...weights);
        expect(addCents(...shares)).toBe(amount);
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(weights[index] ?? 0);
        }
      }),
    );
  });

  it('a proportional split refuses amounts that are negative or above the total weight', () => {
    expect(() => split(11, 4, 6)).toThrow(InvariantViolation);
    expect(() => split(-1, 4)).toThrow(InvariantViolation);
    expect(() => split(0, -4, 5)).toThrow(InvariantViolation);
  });
});
