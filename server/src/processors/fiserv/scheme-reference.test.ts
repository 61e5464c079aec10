import { cents } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { readFirstCharge, writeFirstCharge } from './scheme-reference.ts';

describe('The first charge of a stored card', () => {
  it.each([
    { reference: '012182063695002', scheme: 'MASTERCARD', amountCents: cents(1204) },
    { reference: 'MCC815463', scheme: 'DISCOVER', amountCents: cents(0) },
    { reference: '012182063695002', scheme: null, amountCents: null },
  ])('the first charge is unchanged after writing and reading: %o', (first) => {
    expect(readFirstCharge(writeFirstCharge(first))).toEqual(first);
  });

  it('the first charge is stored only as a reference when the scheme or the amount is unknown', () => {
    const first = { reference: '0121', scheme: 'VISA', amountCents: null };
    expect(writeFirstCharge(first)).toBe('0121');
  });
});
