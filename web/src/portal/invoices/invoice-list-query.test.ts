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
  ])('reads %j', (query, filter) => {
    expect(readFilter(new URLSearchParams(query))).toEqual(filter);
  });

  it('writes what differs from all, and reads it back', () => {
    expect(String(writeFilter(ALL))).toBe('');
    const filter = { search: '$1,500.00', group: 'paid', sort: '-balance' } as const;
    expect(readFilter(writeFilter(filter))).toEqual(filter);
  });

  it('requests 25 invoices from the cursor in the address', () => {
    expect(listQuery(ALL, null)).toEqual({ limit: 25, sort: 'urgency' });
    expect(listQuery({ ...ALL, group: 'plan' }, 'c2')).toMatchObject({
      group: 'plan',
      cursor: 'c2',
    });
  });

  it('knows a list that was narrowed from one that is empty', () => {
    expect(isFiltered(ALL)).toBe(false);
    expect(isFiltered({ ...ALL, search: 'x' })).toBe(true);
  });
});
