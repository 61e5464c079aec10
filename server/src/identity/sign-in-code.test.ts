/** Six-digit code of a sign-in email (R19). */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashCode, mintCode, readCode } from './sign-in-code.ts';

const drawing = (...draws: number[]) => {
  const left = draws.map((draw) => Uint8Array.of(draw >> 16, (draw >> 8) & 255, draw & 255));
  return () => left.shift() ?? new Uint8Array(3);
};

describe('The code of a sign-in mail (R19)', () => {
  it.each([
    [0, '000000'],
    [7, '000007'],
    [999_999, '999999'],
    [1_000_000, '000000'],
    [15_999_999, '999999'],
  ])('the random number %i gives a six-digit code', (draw, code) =>
    expect(mintCode(drawing(draw))).toBe(code),
  );

  it('a random number above the fair range is discarded and redrawn', () => {
    expect(mintCode(drawing(16_000_000, 16_777_215, 42))).toBe('000042');
  });

  it('a sign-in code always has six digits', () => {
    for (let count = 0; count < 1000; count += 1) expect(mintCode(randomBytes)).toMatch(/^\d{6}$/);
  });

  it.each([' 123 456 ', '123-456', '123456'])('the typed code "%s" is accepted', (typed) => {
    expect(readCode(typed)).toBe('123456');
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])(
    'the typed text "%s" is not a sign-in code',
    (typed) => {
      expect(readCode(typed)).toBeNull();
    },
  );

  it('the same sign-in code has a different hash in every email', () => {
    expect(hashCode('one', '123456')).not.toBe(hashCode('two', '123456'));
  });
});
