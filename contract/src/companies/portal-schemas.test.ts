import { describe, expect, it } from 'vitest';
import { colorSchema, feeSettingsSchema, preferenceSchema } from './portal-schemas.ts';

const terms = { card: 290, ach: 80, cardFixed: 30, achFixed: 0 };

describe('Fee settings (R5, R6)', () => {
  it('fee settings are in basis points and cents', () => {
    expect(feeSettingsSchema.parse(terms)).toEqual(terms);
  });

  it('a card percentage above 4 % is refused', () => {
    expect(feeSettingsSchema.safeParse({ ...terms, card: 400 }).success).toBe(true);
    expect(feeSettingsSchema.safeParse({ ...terms, card: 401 }).success).toBe(false);
  });

  it('a fee percentage that is negative or not a whole number of basis points is refused', () => {
    expect(feeSettingsSchema.safeParse({ ...terms, card: -1 }).success).toBe(false);
    expect(feeSettingsSchema.safeParse({ ...terms, card: 2.9 }).success).toBe(false);
  });
});

describe('Preference (product §3 and §5)', () => {
  const preference = {
    isContractsVisible: true,
    feeSettings: null,
    isFeePayerCompany: null,
    maxInstallments: 6,
    isIncreasedInstallmentsActive: true,
    maxIncreasedInstallments: 12,
    increasedInstallmentsAmount: 100_000,
    maxExtensionDays: 30,
  };

  it('a preference can omit the fee terms and inherit them from the company', () => {
    expect(preferenceSchema.parse(preference)).toEqual(preference);
  });

  it('a preference allows 2 to 6 installments, or 2 to 12 increased installments', () => {
    const isMax = (maxInstallments: number) =>
      preferenceSchema.safeParse({ ...preference, maxInstallments }).success;
    const isIncreasedMax = (maxIncreasedInstallments: number) =>
      preferenceSchema.safeParse({ ...preference, maxIncreasedInstallments }).success;
    expect([1, 2, 6, 7].filter(isMax)).toEqual([2, 6]);
    expect([1, 2, 12, 13].filter(isIncreasedMax)).toEqual([2, 12]);
  });
});

describe('Brand colors', () => {
  it.each(['#0a7d5c', '#FFFFFF'])('a brand color can be %s', (color) => {
    expect(colorSchema.safeParse(color).success).toBe(true);
  });

  it.each(['red', '#fff', '#0a7d5c;', 'url(x)', '#0a7d5c80', ''])(
    'a brand color cannot be %j',
    (color) => {
      expect(colorSchema.safeParse(color).success).toBe(false);
    },
  );
});
