import { describe, expect, it } from 'vitest';
import { median, percentile } from './statistics.ts';

const HUNDRED = Array.from({ length: 100 }, (_, index) => 100 - index);

describe('Percentile', () => {
  it('a percentile is one of the measured values, whatever order the values arrive in', () => {
    expect(percentile(HUNDRED, 0.5)).toBe(50);
    expect(percentile(HUNDRED, 0.99)).toBe(99);
    expect(percentile(HUNDRED, 1)).toBe(100);
  });

  it('the 99th percentile of a few values is the largest value', () => {
    expect(percentile([3, 1, 2], 0.99)).toBe(3);
    expect(percentile([7], 0.5)).toBe(7);
  });

  it('an empty list has no percentile', () => {
    expect(percentile([], 0.5)).toBeNull();
  });
});

describe('Median', () => {
  it('the median is the middle value or the mean of the two middle values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([8, 1, 5, 2])).toBe(3.5);
    expect(median([10, 9])).toBe(9.5);
  });

  it('an empty list has no median', () => {
    expect(median([])).toBeNull();
  });
});
