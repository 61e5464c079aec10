import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { toParts } from './balance-summary.tsx';

type Amounts = Record<'total' | 'open' | 'outstanding' | 'paid', number>;

const balance = ({ total, open, outstanding, paid }: Amounts) => ({
  total: cents(total),
  open: cents(open),
  outstanding: cents(outstanding),
  paid: cents(paid),
});
const NOTHING = balance({ total: 0, open: 0, outstanding: 0, paid: 0 });

describe('Balance summary (product §3.9)', () => {
  it('the balance summary divides the total into parts that add up to the total', () => {
    const parts = toParts(balance({ total: 10_000, open: 2_000, outstanding: 3_000, paid: 6_000 }));
    expect(parts.map(({ amount }) => amount)).toEqual(['$60.00', '$20.00', '$10.00', '$10.00']);
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it('the balance summary omits an empty in-process part and does not divide by zero', () => {
    expect(toParts(NOTHING)).toHaveLength(3);
    expect(toParts(NOTHING).every(({ share }) => share === 0)).toBe(true);
  });
});
