import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('A list as CSV (R78)', () => {
  const columns = [{ header: 'Name', value: ({ name }: { name: string }) => name }];
  const toCell = (name: string) => toCsv(columns, [{ name }]).split('\r\n')[1];

  it('a CSV list has a header and one line per row', () => {
    expect(toCsv(columns, [{ name: 'Ada' }, { name: 'Grace' }])).toBe('Name\r\nAda\r\nGrace\r\n');
  });

  it.each([
    ['Smith, Ada', '"Smith, Ada"'],
    ['the "old" pier', '"the ""old"" pier"'],
  ])('a CSV list quotes %s', (name, cell) => {
    expect(toCell(name)).toBe(cell);
  });

  it.each(['=1+1', '+CMD', '-2+3', '@SUM(A1)'])(
    'a CSV list contains no formula from a payer: %s',
    (name) => {
      expect(toCell(name)).toBe(`'${name}`);
    },
  );

  it('a CSV list keeps a negative amount as a number', () => {
    expect(toCell('-12.50')).toBe('-12.50');
  });
});
