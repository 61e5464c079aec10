import { describe, expect, it } from 'vitest';
import { RETURN_CODES } from './return-codes.ts';
import { ADMINISTRATIVE_CODES, type DebitCounts, returnRates } from './return-rate.ts';

function toState(counts: Partial<DebitCounts>) {
  const none = { debits: 1000, unauthorized: 0, administrative: 0, overall: 0 };
  const rates = returnRates({ ...none, ...counts });
  const named = (test: 'isAlarming' | 'isOver') =>
    rates.filter((rate) => rate[test]).map(({ kind }) => kind);
  return { alarming: named('isAlarming'), over: named('isOver') };
}

describe('The rate of returned debits (product §4, R15)', () => {
  it('the return rate raises no warning below half of each limit', () => {
    const counts = { debits: 2000, unauthorized: 4, administrative: 29, overall: 149 };
    expect(toState(counts)).toEqual({ alarming: [], over: [] });
  });

  it.each([
    ['unauthorized', 3, 5],
    ['administrative', 15, 30],
    ['overall', 75, 150],
  ] as const)(
    'the rate of %s returns is alarming from half of its limit and exceeded at the limit',
    (kind, half, limit) => {
      expect(toState({ [kind]: half })).toEqual({ alarming: [kind], over: [] });
      expect(toState({ [kind]: limit })).toEqual({ alarming: [kind], over: [kind] });
    },
  );

  it('the return rate is not evaluated for fewer than three returns', () => {
    expect(toState({ debits: 4, unauthorized: 2, overall: 2 })).toEqual({ alarming: [], over: [] });
    expect(toState({ debits: 0 })).toEqual({ alarming: [], over: [] });
  });

  it('the return rate is in basis points', () => {
    const counts = { debits: 600, unauthorized: 3, administrative: 0, overall: 5 };
    expect(returnRates(counts).map((rate) => rate.basisPoints)).toEqual([50, 0, 83]);
  });

  it('the return rate of a company without debits is zero', () => {
    const none = { debits: 0, unauthorized: 0, administrative: 0, overall: 0 };
    expect(returnRates(none)).toEqual(
      ['unauthorized', 'administrative', 'overall'].map((kind) => ({
        kind,
        basisPoints: 0,
        isAlarming: false,
        isOver: false,
      })),
    );
  });

  it('closed, missing and wrong accounts count as administrative returns and as bad accounts', () => {
    expect(ADMINISTRATIVE_CODES).toEqual(['R02', 'R03', 'R04']);
    expect(RETURN_CODES.badAccount).toEqual(expect.arrayContaining([...ADMINISTRATIVE_CODES]));
  });
});
