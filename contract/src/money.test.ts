import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCents,
  allocate,
  amountCentsSchema,
  CENTS_MAX,
  cents,
  centsToDecimal,
  dollarsToCents,
  minCents,
  REQUEST_CENTS_MAX,
  subtractCents,
} from './money.ts';

const anyCents = fc.integer({ min: 0, max: CENTS_MAX }).map(cents);

describe('Cents (R5)', () => {
  it.each([0, 1, -1, 99_999_999, CENTS_MAX, -CENTS_MAX])(
    'the whole number %d is an amount in cents',
    (value) => {
      expect(cents(value)).toBe(value);
    },
  );

  it.each([0.5, 34.5, Number.NaN, Number.POSITIVE_INFINITY, CENTS_MAX + 1, 2 ** 53])(
    '%d is refused as an amount in cents',
    (value) => {
      expect(() => cents(value)).toThrow();
    },
  );

  it('sums and differences are whole cents', () => {
    expect(addCents(cents(10), cents(20), cents(-5))).toBe(25);
    expect(addCents()).toBe(0);
    expect(subtractCents(cents(10), cents(20))).toBe(-10);
    expect(minCents(cents(3), cents(-2), cents(7))).toBe(-2);
  });

  it('a sum that is too large to be exact is refused', () => {
    expect(() => addCents(cents(CENTS_MAX), cents(1))).toThrow();
  });
});

describe('An amount in a request', () => {
  it.each([1, REQUEST_CENTS_MAX])('an amount in a request can be %d cents', (value) => {
    expect(amountCentsSchema.safeParse(value).success).toBe(true);
  });

  it.each([0, -1, REQUEST_CENTS_MAX + 1, 10.5, '100', null])(
    'an amount in a request cannot be %j',
    (value) => {
      expect(amountCentsSchema.safeParse(value).success).toBe(false);
    },
  );
});

describe('Splitting an amount (R7)', () => {
  it('a split of $100.00 into 3 parts yields $33.34, $33.33, $33.33', () => {
    expect(allocate(cents(10_000), 3)).toEqual([3_334, 3_333, 3_333]);
  });

  it('the parts of a split add up exactly and differ by at most one cent, larger parts first', () => {
    fc.assert(
      fc.property(anyCents, fc.integer({ min: 1, max: 60 }), (total, count) => {
        const parts = allocate(total, count);
        expect(parts).toHaveLength(count);
        expect(addCents(...parts)).toBe(total);
        expect(parts).toEqual(parts.toSorted((left, right) => right - left));
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('a split into %d parts is refused', (count) => {
    expect(() => allocate(cents(100), count)).toThrow(RangeError);
  });

  it('a split of a negative amount is refused', () => {
    expect(() => allocate(cents(-100), 2)).toThrow(RangeError);
  });
});

describe('Dollars as typed text', () => {
  it.each([
    ['12', 1_200],
    ['12.3', 1_230],
    ['12.34', 1_234],
    ['$12.34', 1_234],
    [' 12.34 ', 1_234],
    ['1,234.50', 123_450],
    ['$1,234,567.89', 123_456_789],
    ['1234567.89', 123_456_789],
    ['0.01', 1],
    ['0', 0],
    ['1.15', 115],
    ['4.35', 435],
    ['1000000.01', 100_000_001],
  ])('the typed text %j is parsed as %d cents', (text, value) => {
    expect(dollarsToCents(text)).toBe(value);
  });

  it.each([
    '',
    ' ',
    '$',
    '-1',
    '+1',
    '.5',
    '1.',
    '1.234',
    '1,23',
    '12,34.00',
    ',123',
    '1,2345',
    '1 000',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '١٢',
    '12.34 USD',
    '€5',
    '99999999999999999999',
  ])('the typed text %j is not a dollar amount', (text) => {
    expect(dollarsToCents(text)).toBeNull();
  });

  it('dollarsToCents parses the output of centsToDecimal', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(dollarsToCents(centsToDecimal(amount))).toBe(amount);
      }),
    );
  });

  it('a parsed dollar amount is always a whole number of cents', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = dollarsToCents(text);
        expect(value === null || Number.isSafeInteger(value)).toBe(true);
      }),
    );
  });
});

describe('The decimal text of an amount', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [1_000, '10.00'],
    [123_456, '1234.56'],
  ])('%d cents are written as %s', (amount, text) => {
    expect(centsToDecimal(cents(amount))).toBe(text);
  });

  it('a negative amount has no decimal text', () => {
    expect(() => centsToDecimal(cents(-1))).toThrow(RangeError);
  });
});
