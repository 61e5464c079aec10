import { describe, expect, it } from 'vitest';
import { isFiltered, listQuery, readFilter, writeFilter } from './invoice-list-query.ts';

const ALL = { search: '', group: null, sort: 'urgency' } as const;

describe('The list of invoices in the address bar', () => {
  it.each([
    ['', ALL],
    ['search=%20crown%20', { ...ALL, search: 'crown' }],
    ['status=overdue&sort=balance', { ...ALL, group: 'overdue', sort: 'balance' }],
    ['status=nonsense&sort=nonsense', ALL],
    ['status=toString', ALL],
  ])('the invoice list query parses %j', (query, filter) => {
    expect(readFilter(new URLSearchParams(query))).toEqual(filter);
  });

  it('the invoice list query writes only non-default values and parses them back', () => {
    expect(String(writeFilter(ALL))).toBe('');
    const filter = { search: '$1,500.00', group: 'paid', sort: '-balance' } as const;
    expect(readFilter(writeFilter(filter))).toEqual(filter);
  });

  it('the invoice list query requests 25 invoices from the cursor in the URL', () => {
    expect(listQuery(ALL, null)).toEqual({ limit: 25, sort: 'urgency' });
    expect(listQuery({ ...ALL, group: 'plan' }, 'c2')).toMatchObject({
      group: 'plan',
      cursor: 'c2',
    });
  });

  it('the invoice list query distinguishes a filtered list from an empty list', () => {
    expect(isFiltered(ALL)).toBe(false);
    expect(isFiltered({ ...ALL, search: 'x' })).toBe(true);
  });
});
