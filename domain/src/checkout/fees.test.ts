import { CENTS_MAX, cents, ZERO } from '@quittance/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCompany } from '../../test/sample-company.ts';
import { InvariantViolation } from '../invariant.ts';
import { checkoutTexts } from '../texts/en/checkout.ts';
import { feeFor, feeLabel, feeTerms } from './fees.ts';

const company = sampleCompany();

function charging(card: number, cardFixed = 0) {
  return sampleCompany({
    feeSettings: { card, ach: 0, cardFixed: cents(cardFixed), achFixed: ZERO },
  });
}

function cardFee(amount: number, card: number, cardFixed = 0): number {
  const question = { kind: 'card', amountCents: cents(amount) } as const;
  return feeFor({ ...question, company: charging(card, cardFixed) }).fee;
}

function exactFee(amount: number, basisPoints: number): number {
  return Number((2n * BigInt(amount) * BigInt(basisPoints) + 10_000n) / 20_000n);
}

describe('Fee (product §5, R6)', () => {
  it('the fee is a percentage of the amount plus a fixed part', () => {
    expect(feeFor({ kind: 'card', amountCents: cents(10_000), company })).toEqual({
      fee: 320,
      feePercentage: 290,
      feeFixed: 30,
    });
  });

  it('a bank payment has its own fee terms', () => {
    expect(feeFor({ kind: 'ach', amountCents: cents(10_000), company })).toEqual({
      fee: 80,
      feePercentage: 80,
      feeFixed: 0,
    });
  });

  it('the fee is zero when the company pays it', () => {
    const generous = sampleCompany({ isFeePayerCompany: true });
    expect(feeFor({ kind: 'card', amountCents: cents(10_000), company: generous })).toEqual({
      fee: 0,
      feePercentage: 0,
      feeFixed: 0,
    });
  });

  it('the fee on a zero amount is zero, without the fixed part', () => {
    expect(cardFee(0, 290, 30)).toBe(0);
    expect(cardFee(1, 290, 30)).toBe(30);
  });

  it('the fee calculation throws for a negative amount', () => {
    expect(() => feeFor({ kind: 'card', amountCents: cents(-1), company })).toThrow(
      new InvariantViolation('Not true: a fee applies to an amount of zero or more'),
    );
  });

  it('the fee calculation throws for terms that yield a negative fee', () => {
    expect(() => cardFee(100, 290, -30)).toThrow(
      new InvariantViolation('Not true: a fee is never negative'),
    );
    expect(cardFee(1_000, 300, -30)).toBe(0);
  });
});

describe('Rounding of the fee (R5)', () => {
  it('the fee of 1.15 % on $30.00 is 35¢, although floating-point arithmetic gives 34¢', () => {
    expect(cardFee(3_000, 115)).toBe(35);
  });

  it('the fee rounds half a cent up and less than half a cent down', () => {
    expect(cardFee(50, 100)).toBe(1);
    expect(cardFee(49, 100)).toBe(0);
    expect(cardFee(150, 100)).toBe(2);
  });

  it('the fee is exact for every amount in the range of cents', () => {
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

  it('the fee never decreases when the amount increases', () => {
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

  it('the company’s own fee terms apply when the preference does not set them', () => {
    expect(feeTerms(company)).toEqual({
      feeSettings: company.feeSettings,
      isFeePayerCompany: false,
    });
  });

  it('the fee terms of the preference override those of the company', () => {
    expect(feeTerms(sampleCompany({ preference: { feeSettings: preferred } }))).toEqual({
      feeSettings: preferred,
      isFeePayerCompany: false,
    });
    expect(feeTerms(sampleCompany({ preference: { isFeePayerCompany: true } }))).toEqual({
      feeSettings: company.feeSettings,
      isFeePayerCompany: true,
    });
  });

  it('a preference can explicitly stop the company from paying the fee', () => {
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
  ])('the label of %i basis points and %i cents is %s', (feePercentage, feeFixed, label) => {
    expect(feeLabel({ feePercentage, feeFixed: cents(feeFixed) }, checkoutTexts)).toBe(label);
  });
});
