import { CENTS_MAX, cents, ZERO } from '@quittance/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCompany } from '../../test/sample-company.ts';
import { InvariantViolation } from '../invariant.ts';
import { checkoutTexts } from '../texts/en/checkout.ts';
import { feeFor, feeLabel, feeTerms } from './fees.ts';

const company = sampleCompany();

/** Returns a company whose card fee has these basis points and this fixed part. */
function charging(card: number, cardFixed = 0) {
  return sampleCompany({
    feeSettings: { card, ach: 0, cardFixed: cents(cardFixed), achFixed: ZERO },
  });
}

function cardFee(amount: number, card: number, cardFixed = 0): number {
  const question = { kind: 'card', amountCents: cents(amount) } as const;
  return feeFor({ ...question, company: charging(card, cardFixed) }).fee;
}

/** Computes the fee in rational numbers: ⌊(2·a·p + 10000) / 20000⌋ rounds half up. */
function exactFee(amount: number, basisPoints: number): number {
  return Number((2n * BigInt(amount) * BigInt(basisPoints) + 10_000n) / 20_000n);
}

describe('Fee (product §5, R6)', () => {
  it('is the percentage of the amount plus the fixed part', () => {
    expect(feeFor({ kind: 'card', amountCents: cents(10_000), company })).toEqual({
      fee: 320,
      feePercentage: 290,
      feeFixed: 30,
    });
  });

  it('follows the kind: a bank payment has its own terms', () => {
    expect(feeFor({ kind: 'ach', amountCents: cents(10_000), company })).toEqual({
      fee: 80,
      feePercentage: 80,
      feeFixed: 0,
    });
  });

  it('charges nothing when the company pays the fee', () => {
    const generous = sampleCompany({ isFeePayerCompany: true });
    expect(feeFor({ kind: 'card', amountCents: cents(10_000), company: generous })).toEqual({
      fee: 0,
      feePercentage: 0,
      feeFixed: 0,
    });
  });

  it('charges nothing on nothing, not even the fixed part', () => {
    expect(cardFee(0, 290, 30)).toBe(0);
    expect(cardFee(1, 290, 30)).toBe(30);
  });

  it('crashes on a negative amount: a refund carries no fee', () => {
    expect(() => feeFor({ kind: 'card', amountCents: cents(-1), company })).toThrow(
      new InvariantViolation('Not true: a fee applies to an amount of zero or more'),
    );
  });

  it('crashes on terms that would pay the payer', () => {
    expect(() => cardFee(100, 290, -30)).toThrow(
      new InvariantViolation('Not true: a fee is never negative'),
    );
    expect(cardFee(1_000, 300, -30)).toBe(0);
  });
});

describe('Rounding of the fee (R5)', () => {
  it('makes 1.15 % of $30.00 35¢, where floating point makes 34', () => {
    expect(cardFee(3_000, 115)).toBe(35);
  });

  it('rounds half a cent up and less than half down', () => {
    expect(cardFee(50, 100)).toBe(1);
    expect(cardFee(49, 100)).toBe(0);
    expect(cardFee(150, 100)).toBe(2);
  });

  it('is exact for any amount that cents can hold', () => {
    const amounts = fc.oneof(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: CENTS_MAX - 10_000_000, max: CENTS_MAX }),
      fc.integer({ min: 1, max: CENTS_MAX }),
    );
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 400 }), (amount, basisPoints) => {
        expect(cardFee(amount, basisPoints)).toBe(exactFee(amount, basisPoints));
      }),
      { numRuns: 2_000 },
    );
  });

  it('never falls when the amount grows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_998 }),
        fc.integer({ min: 0, max: 400 }),
        (amount, basisPoints) => {
          expect(cardFee(amount + 1, basisPoints)).toBeGreaterThanOrEqual(
            cardFee(amount, basisPoints),
          );
        },
      ),
    );
  });
});

describe('Fee terms (product §3)', () => {
  const preferred = { card: 250, ach: 50, cardFixed: cents(10), achFixed: cents(5) };

  it('are the company’s own while the preference says nothing', () => {
    expect(feeTerms(company)).toEqual({
      feeSettings: company.feeSettings,
      isFeePayerCompany: false,
    });
  });

  it('are the preference’s where it says something', () => {
    expect(feeTerms(sampleCompany({ preference: { feeSettings: preferred } }))).toEqual({
      feeSettings: preferred,
      isFeePayerCompany: false,
    });
    expect(feeTerms(sampleCompany({ preference: { isFeePayerCompany: true } }))).toEqual({
      feeSettings: company.feeSettings,
      isFeePayerCompany: true,
    });
  });

  it('let a preference take back what the company pays: false is said, too', () => {
    const terms = sampleCompany({
      isFeePayerCompany: true,
      preference: { isFeePayerCompany: false },
    });
    expect(feeTerms(terms).isFeePayerCompany).toBe(false);
    expect(feeFor({ kind: 'card', amountCents: cents(10_000), company: terms }).fee).toBe(320);
  });
});

describe('Fee label (product §5)', () => {
  it.each([
    [290, 30, 'Processing fee (2.9% + $0.30)'],
    [300, 0, 'Processing fee (3% + $0.00)'],
    [115, 1_000, 'Processing fee (1.15% + $10.00)'],
    [0, 500, 'Processing fee (0% + $5.00)'],
  ])('writes %i basis points and %i cents as %s', (feePercentage, feeFixed, label) => {
    expect(feeLabel({ feePercentage, feeFixed: cents(feeFixed) }, checkoutTexts)).toBe(label);
  });
});
