import { describe, expect, it } from 'vitest';
import { holdsUnstorable, refuseUnsafeInput, refuseUnsafeQuery } from './refuse-unsafe-input.ts';

describe('Unsafe input', () => {
  it.each([
    ['a card number', { note: '4242424242424242' }],
    ['a card number in groups', { note: 'card 4242 4242 4242 4242 thanks' }],
    ['a card number with hyphens', { note: '3782-8224-6310-005' }],
    ['a card number posing as a token', { paymentInfo: { token: '5555555555554444' } }],
    ['a card number deep inside', { a: [{ b: { c: '4000000000000002' } }] }],
    ['a card number that is a number', { note: 4242424242424242 }],
    ['a card number as a name', { a: { '4242 4242 4242 4242': 'mine' } }],
    ['a card number cut into a list', { a: ['4242', '4242', 4242, '4242'] }],
    ['a disguised card number posing as a token', { token: '4242\u200b4242.4242\u00a04242' }],
  ])('unsafe input is refused: %s', (_what, body) => {
    expect(() => refuseUnsafeInput(body)).toThrow('CARD_DATA_REFUSED');
  });

  it.each([
    ['a NUL character', { note: 'a\0b' }],
    ['half of a surrogate pair', { note: '\ud83d' }],
    ['nesting without end', [[[[[[[[[[1]]]]]]]]]]],
  ])('unsafe input is refused: %s', (_what, body) => {
    expect(() => refuseUnsafeInput(body)).toThrow('INVALID_REQUEST');
  });

  it.each([
    ['a whole emoji', { note: '😀' }],
    ['a long number that is no card number', { note: 'order 4242424242424241' }],
    ['an id full of digits', { id: '42424242-4242-4242-8242-424242424242' }],
    ["a processor's token", { token: 'card_sandbox_4242424242424242' }],
    ['nothing', undefined],
  ])('safe input is accepted: %s', (_what, body) => {
    expect(() => refuseUnsafeInput(body)).not.toThrow();
  });
});

describe('A query', () => {
  it('with a card number is refused', () => {
    expect(() => refuseUnsafeQuery({ search: '4242 4242 4242 4242' })).toThrow('CARD_DATA_REFUSED');
    expect(() => refuseUnsafeQuery({ search: ['a', '4242-4242-4242-4242'] })).toThrow();
    expect(() => refuseUnsafeQuery({ search: 'HD-1042', page: 1 })).not.toThrow();
  });
});

describe('Text of a path or a query', () => {
  it.each([[{ search: 'a\0b' }], [{ search: ['fine', '\ud83d'] }]])(
    'cannot be stored in Postgres: %j',
    (parts) => {
      expect(holdsUnstorable(parts)).toBe(true);
    },
  );

  it.each([[{ search: '😀' }], [{}], [undefined], [null]])(
    'can be stored in Postgres: %j',
    (parts) => {
      expect(holdsUnstorable(parts)).toBe(false);
    },
  );
});
