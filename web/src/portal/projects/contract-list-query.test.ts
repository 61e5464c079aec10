import { describe, expect, it } from 'vitest';
import { findRequest, readQuery, writeQuery } from './contract-list-query.ts';

const read = (text: string) => readQuery(new URLSearchParams(text));

describe('Contracts by their address (R24)', () => {
  it.each(['', 'tab=active&page=3&search=roof&sort=amount', 'tab=paid-off'])(
    'the contract list query keeps %j',
    (text) => {
      expect(String(writeQuery(read(text)))).toBe(text);
    },
  );

  it.each(['tab=secret', 'page=0', 'page=1.5', 'page=x', 'sort=name', 'search=+'])(
    'the contract list query ignores %j',
    (text) => expect(String(writeQuery(read(text)))).toBe(''),
  );

  it('the contract list query requests 25 contracts, with a search only if it is not empty', () => {
    expect(findRequest(read('search=roof'))).toEqual({
      tab: 'all',
      page: 1,
      limit: 25,
      sort: '-date',
      search: 'roof',
    });
    expect(findRequest(read(''))).not.toHaveProperty('search');
  });
});
