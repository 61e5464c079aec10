import { describe, expect, it } from 'vitest';
import { questionOf, readPlace, writePlace } from './contract-list-query.ts';

const read = (text: string) => readPlace(new URLSearchParams(text));

describe('Contracts by their address (R24)', () => {
  it.each(['', 'tab=active&page=3&search=roof&sort=amount', 'tab=paid-off'])('keeps %j', (text) => {
    expect(String(writePlace(read(text)))).toBe(text);
  });

  it.each(['tab=secret', 'page=0', 'page=1.5', 'page=x', 'sort=name', 'search=+'])(
    'ignores %j',
    (text) => expect(String(writePlace(read(text)))).toBe(''),
  );

  it('asks for a page of 25, and searches only for something', () => {
    expect(questionOf(read('search=roof'))).toEqual({
      tab: 'all',
      page: 1,
      limit: 25,
      sort: '-date',
      search: 'roof',
    });
    expect(questionOf(read(''))).not.toHaveProperty('search');
  });
});
