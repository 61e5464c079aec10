import { instant } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { byMonth } from './payments.tsx';

const at = (text: string) => ({ createdAt: instant(text) });

describe('Payments by month (R8)', () => {
  it("payments belong to the month in the company's time zone, not the reader's", () => {
    const rows = [
      at('2026-11-15T12:00:00Z'),
      at('2026-11-01T03:30:00Z'),
      at('2026-10-02T12:00:00Z'),
    ];
    const months = byMonth(rows, 'America/New_York');
    expect(months.map(({ name, rows: { length } }) => [name, length])).toEqual([
      ['November 2026', 1],
      ['October 2026', 2],
    ]);
  });
});
