import { describe, expect, it } from 'vitest';
import { readInvalidNames, readMethodDetails, readToken } from './payengine-api.ts';

describe("PayEngine's responses", () => {
  it.each([
    [{ token: 'card_1' }, 'card_1'],
    [{ card: { token: 'card_2' } }, 'card_2'],
    [{ bank_account: { token: 'ba_1' } }, 'ba_1'],
    [{ token: '' }, null],
    [{ card_number: { errorMessages: ['is not valid'] } }, null],
    [undefined, null],
    ['card_3', null],
  ])('the PayEngine token is read from %j', (card, token) => {
    expect(readToken(card)).toBe(token);
  });

  it('the known card or account details are read from a PayEngine response', () => {
    const card = { brand: 'visa', last_4: '4242', exp_month: 4, exp_year: 2027 };
    const read = { brand: 'visa', last4: '4242', expires: '2027-04' };
    expect(readMethodDetails({ token: 'card_1', card_data: card })).toEqual(read);
    const account = { last_4: '6789', first_name: 'Maya', last_name: 'Lin' };
    expect(readMethodDetails(account)).toEqual({ brand: null, last4: '6789', holder: 'Maya Lin' });
    expect(readMethodDetails({ last4: '4242' })).toEqual({ brand: null, last4: '4242' });
    expect(readMethodDetails({ brand: 'visa' })).toBeNull();
  });

  it('invalid fields are read from a PayEngine response, and unknown fields are ignored', () => {
    const result = {
      card_number: { errorMessages: ['is required'] },
      card_cvc: {},
      other: { errorMessages: ['x'] },
    };
    expect(readInvalidNames(result, ['card_holder', 'card_number', 'card_cvc'])).toEqual([
      'card_number',
    ]);
  });

  it('the field name in a token service message is read', () => {
    const result = { data: { error: true, message: 'routing_number: is not a routing number' } };
    expect(readInvalidNames(result, ['routing_number', 'account_number'])).toEqual([
      'routing_number',
    ]);
  });
});
