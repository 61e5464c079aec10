import { isoDate } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { debitExpectedOn } from './debit-time.ts';

describe('When a bank debit is expected to settle (product §4.22)', () => {
  it.each([
    ['a Monday', '2026-11-16', '2026-11-20'],
    ['a Wednesday', '2026-11-18', '2026-11-24'],
    ['a Saturday', '2026-11-14', '2026-11-19'],
    ['a Sunday', '2026-11-15', '2026-11-19'],
  ])('a debit sent on %s is expected four business days later', (_day, sent, expected) => {
    expect(debitExpectedOn(isoDate(sent))).toBe(expected);
  });
});
