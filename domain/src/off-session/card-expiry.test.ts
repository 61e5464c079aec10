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
  ])('a card that expires 02/2028 is expired on %s: %s', (on, expired) => {
    expect(isExpired(card, isoDate(on))).toBe(expired);
  });

  it('a method without an expiry date never expires', () => {
    const account = { expiresMonth: null, expiresYear: null };
    expect(isExpired(account, isoDate('2099-01-01'))).toBe(false);
  });

  it('a card with an incomplete expiry date never expires', () => {
    const on = isoDate('2099-01-01');
    expect(isExpired({ expiresMonth: 2, expiresYear: null }, on)).toBe(false);
    expect(isExpired({ expiresMonth: null, expiresYear: 2028 }, on)).toBe(false);
  });
});
