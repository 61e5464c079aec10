import { describe, expect, it } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { holdsUnstorable, refuseUnsafeInput } from './refuse-unsafe-input.ts';

const NOTHING = { params: {}, query: {}, body: undefined, headers: {} };

const LINE = { text: 'Service call', quantity: 1, unitPrice: 4200, tax: 0 };

const refuse = (input: Partial<Omit<typeof NOTHING, 'body'> & { body: unknown }>) =>
  refuseUnsafeInput({ ...NOTHING, ...input }, 'DEBTOR_NOT_FOUND');
const refuseBody = (body: unknown) => refuseUnsafeInput({ ...NOTHING, body }, 'DEBTOR_NOT_FOUND');

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
    expect(() => refuseBody(body)).toThrow('CARD_DATA_REFUSED');
  });

  it('a refusal names the field', () => {
    const refusedFields = (input: Parameters<typeof refuse>[0]) => {
      try {
        refuse(input);
      } catch (error) {
        return error instanceof AppError ? error.extras.details?.['fields'] : error;
      }
      return null;
    };
    const lines = [LINE, { ...LINE, text: '4242 4242 4242 4242' }];
    expect(refusedFields({ body: { lines } })).toEqual([
      { field: 'lines.1.text', message: 'Expected no card number.' },
    ]);
    expect(refusedFields({ query: { search: 'a\0' } })).toMatchObject([{ field: 'query.search' }]);
    expect(refusedFields({ body: { 'a\0': 1 } })).toMatchObject([{ field: '(body)' }]);
  });

  it.each([
    ['a query', { query: { search: '4242 4242 4242 4242' } }],
    ['a query with several values', { query: { search: ['a', '4242-4242-4242-4242'] } }],
    ['a name in a query', { query: { '4242424242424242': '' } }],
    ['a segment of the path', { params: { externalRef: '4242-4242-4242-4242' } }],
    ['an idempotency key', { headers: { 'idempotency-key': 'pay 4242424242424242' } }],
    [
      'an idempotency key in the shape of an id',
      { headers: { 'idempotency-key': '42424242-4242-4242-8242-424242424242' } },
    ],
  ])('a card number is refused in %s', (_where, input) => {
    expect(() => refuse(input)).toThrow('CARD_DATA_REFUSED');
  });

  it.each([
    ['a NUL character', { note: 'a\0b' }],
    ['half of a surrogate pair', { note: '\ud83d' }],
    ['nesting without end', [[[[[[[[[[1]]]]]]]]]]],
    ['more text than any body has', { note: 'a'.repeat(200_000) }],
    ['more values than any body has', Array.from({ length: 1001 }, () => [4])],
  ])('unsafe input is refused: %s', (_what, body) => {
    expect(() => refuseBody(body)).toThrow('INVALID_REQUEST');
  });

  it('a path that cannot be stored gets the same response as an unknown id', () => {
    expect(() => refuse({ params: { id: 'a\0b' } })).toThrow('DEBTOR_NOT_FOUND');
  });

  it.each([
    ['a whole emoji', { note: '😀' }],
    ['a long number that is no card number', { note: 'order 4242424242424241' }],
    ['an id with many digits', { id: '42424242-4242-4242-8242-42424242424f' }],
    ["a processor's token", { token: 'card_sandbox_4242424242424242' }],
    ['the longest invoice', { lines: Array.from({ length: 200 }, () => LINE) }],
    ['nothing', undefined],
  ])('safe input is accepted: %s', (_what, body) => {
    expect(() => refuseBody(body)).not.toThrow();
  });

  it.each([
    ['a query', { query: { search: 'HD-1042', page: 1 } }],
    ['an idempotency key', { headers: { 'idempotency-key': 'invoice HD-1042, 2026-11-15' } }],
    ['a reference', { params: { externalRef: 'INV-2026-000042424242' } }],
  ])('safe input is accepted in %s', (_where, input) => {
    expect(() => refuse(input)).not.toThrow();
  });
});

describe('Text of a path or a query', () => {
  it.each([[{ search: 'a\0b' }], [{ search: ['fine', '\ud83d'] }]])(
    'the text %j cannot be stored in Postgres',
    (parts) => {
      expect(holdsUnstorable(parts)).toBe(true);
    },
  );

  it.each([[{ search: '😀' }], [{}], [undefined], [null]])(
    'the text %j can be stored in Postgres',
    (parts) => {
      expect(holdsUnstorable(parts)).toBe(false);
    },
  );
});
