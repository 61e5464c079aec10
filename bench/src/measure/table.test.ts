import { describe, expect, it } from 'vitest';
import { measured } from './row.ts';
import { formatNumber, formatTable } from './table.ts';

describe('Table', () => {
  it('a table has one line per bound and a dash for each missing value', () => {
    const rows = [
      {
        row: {
          name: 'invoice/public',
          label: '',
          bounds: [
            { kind: 'ratio', min: 0.5 },
            { kind: 'p99', maxMs: 150 },
          ] as const,
        },
        measurement: measured('req/s', 3000, { bare: 4000, p50Ms: 4.25, p99Ms: 151.2 }),
      },
      { row: { name: 'health', label: '', bounds: [] }, measurement: measured('req/s', 9.5) },
    ];
    expect(formatTable(rows)).toBe(
      [
        'row                   ours        bare  ratio      p50     p99  bound          value  met',
        'invoice/public  3000 req/s  4000 req/s   0.75  4.25 ms  151 ms  ≥ 0.5 of bare   0.75  yes',
        '                                                                p99 ≤ 150 ms     151  no',
        'health          9.50 req/s           –      –        –       –',
      ].join('\n'),
    );
  });

  it('numbers in a table have at least three digits', () => {
    expect([0.123, 1.234, 12.34, 123.4, 12_345.6, null].map(formatNumber)).toEqual([
      '0.12',
      '1.23',
      '12.3',
      '123',
      '12346',
      '–',
    ]);
  });

  it('a row with incorrect responses shows their count', () => {
    const row = { name: 'pay/0ms/8', label: '', bounds: [] };
    const table = formatTable([{ row, measurement: measured('req/s', 1, { errors: 3 }) }]);
    expect(table).toContain('pay/0ms/8 (3 errors)');
  });
});
