import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { partsOf } from './balance-summary.tsx';

const balance = (total: number, open: number, outstanding: number, paid: number) => ({
  total: cents(total),
  open: cents(open),
  outstanding: cents(outstanding),
  paid: cents(paid),
});

describe('Balance summary (product §3.9)', () => {
  it('divides the total into parts that add up to it', () => {
    const parts = partsOf(balance(10_000, 2_000, 3_000, 6_000));
    expect(parts.map(({ amount }) => amount)).toEqual(['$60.00', '$20.00', '$10.00', '$10.00']);
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it('leaves out what nobody has in process, and divides nothing by nothing', () => {
    expect(partsOf(balance(0, 0, 0, 0))).toHaveLength(3);
    expect(partsOf(balance(0, 0, 0, 0)).every(({ share }) => share === 0)).toBe(true);
  });
});
