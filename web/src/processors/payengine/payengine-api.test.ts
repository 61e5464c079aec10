import { describe, expect, it } from 'vitest';
import { readInvalidNames, readMessage, readToken } from './payengine-api.ts';

describe("PayEngine's answers", () => {
  it.each([
    [{ token: 'card_1' }, 'card_1'],
    [{ card: { token: 'card_2' } }, 'card_2'],
    [{ bank_account: { token: 'ba_1' } }, 'ba_1'],
    [{ token: '' }, null],
    [{ card_number: { errorMessages: ['is not valid'] } }, null],
    [undefined, null],
    ['card_3', null],
  ])('reads the token of %j', (card, token) => {
    expect(readToken(card)).toBe(token);
  });

  it('invalid fields are read, and unknown ones ignored', () => {
    const result = {
      card_number: { errorMessages: ['is required'] },
      card_cvc: {},
      other: { errorMessages: ['x'] },
    };
    expect(readInvalidNames(result, ['card_holder', 'card_number', 'card_cvc'])).toEqual([
      'card_number',
    ]);
  });

  it('the field in a message of the token service is read', () => {
    const result = { data: { error: true, message: 'routing_number: is not a routing number' } };
    expect(readInvalidNames(result, ['routing_number', 'account_number'])).toEqual([
      'routing_number',
    ]);
  });

  it("reads the token service's own words", () => {
    expect(readMessage({ data: { error: true, message: 'Too many tokens' } })).toBe(
      'Too many tokens',
    );
    expect(readMessage(new Error('internal'))).toBeNull();
  });
});
