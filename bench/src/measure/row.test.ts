import { describe, expect, it } from 'vitest';
import { type Bound, type Measurement, measured, toVerdicts } from './row.ts';

function toRow(name: string, bounds: Bound[], measurement: Measurement) {
  return { row: { name, label: name, bounds }, measurement };
}

function isMet(bound: Bound, measurement: Measurement): boolean | null | undefined {
  const row = toRow('one', [bound], measurement);
  return toVerdicts(row, [row])[0]?.isMet;
}

describe('Bounds of a row', () => {
  it('a ratio is our rate divided by the rate of the bare server', () => {
    const bound = { kind: 'ratio', min: 0.5 } as const;
    expect(isMet(bound, measured('req/s', 50, { bare: 100 }))).toBe(true);
    expect(isMet(bound, measured('req/s', 49, { bare: 100 }))).toBe(false);
    expect(isMet(bound, measured('req/s', 49))).toBeNull();
  });

  it('rates have a lower bound; times and memory have an upper bound', () => {
    expect(isMet({ kind: 'rate', min: 500 }, measured('req/s', 499))).toBe(false);
    expect(isMet({ kind: 'value', max: 150 }, measured('MB', 151))).toBe(false);
    expect(isMet({ kind: 'p99', maxMs: 150 }, measured('req/s', 1, { p99Ms: 150 }))).toBe(true);
    expect(isMet({ kind: 'p99', maxMs: 150 }, measured('req/s', 1))).toBeNull();
  });

  it('a cost compares the rates of two rows and is unknown when one row is missing', () => {
    const small = toRow('list/1k', [], measured('req/s', 130));
    const large = toRow(
      'list/1M',
      [{ kind: 'cost', of: 'list/1k', max: 1.3 }],
      measured('req/s', 100),
    );
    expect(toVerdicts(large, [small, large])).toEqual([
      { bound: 'cost ≤ 1.3 × list/1k', value: 1.3, isMet: true },
    ]);
    expect(toVerdicts(large, [large])[0]).toMatchObject({ value: null, isMet: null });
  });

  it('a row with incorrect responses fails every bound', () => {
    expect(isMet({ kind: 'rate', min: 1 }, measured('req/s', 100, { errors: 1 }))).toBe(false);
  });
});
