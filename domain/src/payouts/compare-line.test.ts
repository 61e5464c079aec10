import { cents, ZERO } from '@quittance/contract/money';
import type { ProcessorFees } from '@quittance/contract/payouts/provider-schemas';
import { describe, expect, it } from 'vitest';
import { compareLine, type LedgerSide } from './compare-line.ts';

const FEES = {
  card: 290,
  cardFixed: cents(30),
  ach: 80,
  achFixed: ZERO,
  achMax: cents(500),
  dispute: cents(1500),
} as ProcessorFees; // because the branded rates are plain numbers here

const card = (grossCents: number): LedgerSide => ({
  side: 'recorded',
  kind: 'card',
  grossCents: cents(grossCents),
});
const line = (grossCents: number, feeCents: number) =>
  ({ kind: 'CHARGE', grossCents: cents(grossCents), feeCents: cents(feeCents) }) as const;

describe('A line of a payout (R96)', () => {
  it('a charge with the recorded amount and the agreed fee has no difference', () => {
    expect(compareLine(line(10_000, 320), card(10_000), FEES)).toEqual({
      expectedCents: 9680,
      differences: [],
    });
  });

  it('a cent more or less than the agreed fee is rounding, and two cents are a difference', () => {
    expect(compareLine(line(10_000, 321), card(10_000), FEES).differences).toEqual([]);
    expect(compareLine(line(10_000, 322), card(10_000), FEES)).toEqual({
      expectedCents: 9680,
      differences: [{ kind: 'OTHER_FEE', expectedCents: 320, foundCents: 322 }],
    });
  });

  it('without agreed fees, no fee is a difference', () => {
    expect(compareLine(line(10_000, 5000), card(10_000), null).differences).toEqual([]);
  });

  it('an amount that differs from the ledger is a difference, also by a cent', () => {
    expect(compareLine(line(10_001, 320), card(10_000), null)).toEqual({
      expectedCents: 9680,
      differences: [{ kind: 'OTHER_AMOUNT', expectedCents: 10_000, foundCents: 10_001 }],
    });
  });

  it('the fee of a bank payment has a maximum', () => {
    const debit: LedgerSide = { ...card(100_000), kind: 'ach' } as LedgerSide; // because the kind decides the rest
    expect(compareLine(line(100_000, 500), debit, FEES).differences).toEqual([]);
    expect(compareLine(line(100_000, 800), debit, FEES).differences).toHaveLength(1);
  });

  it('a refund has no fee, and a dispute the agreed one, which is not charged again when it is won', () => {
    const refund = { ...line(-500, 0), kind: 'REFUND' } as const;
    const dispute = { ...line(-500, 1500), kind: 'DISPUTE' } as const;
    const won = { ...line(500, 0), kind: 'DISPUTE' } as const;
    expect(compareLine(refund, card(-500), FEES).differences).toEqual([]);
    expect(compareLine(dispute, card(-500), FEES)).toEqual({
      expectedCents: -2000,
      differences: [],
    });
    expect(
      compareLine({ ...dispute, feeCents: cents(2500) }, card(-500), FEES).differences,
    ).toEqual([{ kind: 'OTHER_FEE', expectedCents: 1500, foundCents: 2500 }]);
    expect(compareLine(won, card(500), FEES).differences).toEqual([]);
  });

  it('a charge that the ledger lacks is expected to be zero, and a sale elsewhere as it is', () => {
    expect(compareLine(line(1000, 59), { side: 'missing' }, FEES)).toEqual({
      expectedCents: 0,
      differences: [{ kind: 'MISSING_HERE', expectedCents: 0, foundCents: 941 }],
    });
    expect(compareLine(line(1000, 59), { side: 'none' }, FEES)).toEqual({
      expectedCents: 941,
      differences: [],
    });
  });
});
