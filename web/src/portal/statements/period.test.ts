import { isoDate } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { readDay, toChoice, toYear, yearsUntil } from './period.ts';

describe('The period of a statement (R60)', () => {
  it('a statement period is the last 12 months, a calendar year, or a custom range', () => {
    const years = ['2026', '2025'];
    expect(toChoice({ from: null, to: null }, years)).toBe('last');
    expect(toChoice({ from: '2025-01-01', to: '2025-12-31' }, years)).toBe('2025');
    expect(toChoice({ from: '2025-01-01', to: '2025-12-30' }, years)).toBe('other');
    expect(toChoice({ from: '2001-01-01', to: '2001-12-31' }, years)).toBe('other');
    expect(toYear('2025')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  });

  it('the statement period offers the years with stored data', () => {
    expect(yearsUntil(isoDate('2026-11-15'))).toEqual([
      '2026',
      '2025',
      '2024',
      '2023',
      '2022',
      '2021',
      '2020',
    ]);
  });

  it('the statement period ignores an invalid day', () => {
    expect(readDay('2026-02-30')).toBeNull();
    expect(readDay(null)).toBeNull();
    expect(readDay('2026-02-28')).toBe('2026-02-28');
  });
});
