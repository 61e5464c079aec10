import { describe, expect, it } from 'vitest';
import { toRates } from './interleaved.ts';

const RESULT = {
  count: 100,
  seconds: 2,
  p50Ms: 4,
  p99Ms: 9,
  errors: 0,
  firstError: null,
  cores: 0.25,
};

describe('Rates of several rounds', () => {
  it('each figure is the median of its values over all rounds', () => {
    const rounds = [
      RESULT,
      { ...RESULT, count: 400, p50Ms: 1, p99Ms: 30 },
      { ...RESULT, count: 200, p50Ms: 2, p99Ms: 20, cores: 0.75 },
    ];
    expect(toRates(rounds)).toEqual({
      rate: 100,
      p50Ms: 2,
      p99Ms: 20,
      errors: 0,
      firstError: null,
      cores: 0.25,
    });
  });

  it('the error count is the sum over all rounds, and the first error message is kept', () => {
    const failed = { ...RESULT, count: 0, p50Ms: null, p99Ms: null, errors: 3 };
    const rounds = [RESULT, { ...failed, firstError: '500 a' }, { ...failed, firstError: '500 b' }];
    expect(toRates(rounds)).toMatchObject({ errors: 6, firstError: '500 a', p50Ms: 4 });
  });
});
