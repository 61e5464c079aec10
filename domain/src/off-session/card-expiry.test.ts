import { isoDate } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { isExpired } from './card-expiry.ts';

describe('The date on a card', () => {
  const card = { expiresMonth: 2, expiresYear: 2028 };

  it.each([
    ['2027-12-31', false],
    ['2028-01-31', false],
    ['2028-02-01', false],
    ['2028-02-29', false],
    ['2028-03-01', true],
    ['2029-01-01', true],
  ])('02/2028 on %s: expired is %s', (on, expired) => {
    expect(isExpired(card, isoDate(on))).toBe(expired);
  });

  it('is not held against a method that has none', () => {
    const account = { expiresMonth: null, expiresYear: null };
    expect(isExpired(account, isoDate('2099-01-01'))).toBe(false);
  });

  it('is not held against a card of which only half is known', () => {
    const on = isoDate('2099-01-01');
    expect(isExpired({ expiresMonth: 2, expiresYear: null }, on)).toBe(false);
    expect(isExpired({ expiresMonth: null, expiresYear: 2028 }, on)).toBe(false);
  });
});
