/** Splits an amount in proportion to weights, to the cent (R39, R48). */
import { type Cents, cents } from '@quittance/contract/money';
import { invariant } from './invariant.ts';

/** Rounds half up, using exact arithmetic because the product of two amounts can exceed 2^53. */
function computeShare(amount: number, weight: number, total: number): number {
  if (total === 0) return 0;
  const [product, divisor] = [BigInt(amount) * BigInt(weight), BigInt(total)];
  return Number((2n * product + divisor) / (2n * divisor));
}

export function computeProportion(amount: Cents, part: Cents, whole: Cents): Cents {
  return cents(computeShare(amount, part, whole));
}

/**
 * Each share is rounded half up against what the earlier shares left, so the last share takes the remainder, the
 * sum is exact, and no share exceeds its weight. The amount must not exceed the sum of the weights.
 */
export function apportion(amount: Cents, weights: readonly Cents[]): Cents[] {
  let amountLeft: number = amount;
  let weightLeft = weights.reduce<number>((sum, weight) => sum + weight, 0);
  invariant(
    amount >= 0 && amount <= weightLeft && weights.every((weight) => weight >= 0),
    'an amount is split within its weights',
  );
  return weights.map((weight) => {
    const share = computeShare(amountLeft, weight, weightLeft);
    amountLeft -= share;
    weightLeft -= weight;
    return cents(share);
  });
}
