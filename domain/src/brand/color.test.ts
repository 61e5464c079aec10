import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Hex, isHex, toHex, toOklch } from './color.ts';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);

describe('Color conversion', () => {
  // Expected values from CSS Color 4, which uses the same conversion.
  it.each<[string, Hex, number, number, number]>([
    ['red', '#ff0000', 0.62796, 0.25768, 29.234],
    ['lime', '#00ff00', 0.86644, 0.29483, 142.495],
    ['blue', '#0000ff', 0.45201, 0.31321, 264.052],
    ['yellow', '#ffff00', 0.96798, 0.21101, 109.769],
  ])('the OKLCH values of %s match CSS', (_name, hex, lightness, chroma, degrees) => {
    const color = toOklch(hex);
    expect(color.lightness).toBeCloseTo(lightness, 4);
    expect(color.chroma).toBeCloseTo(chroma, 4);
    expect(((color.hue * 180) / Math.PI + 360) % 360).toBeCloseTo(degrees, 1);
  });

  it.each<[Hex, number]>([
    ['#000000', 0],
    ['#808080', 0.59987],
    ['#ffffff', 1],
  ])('the gray %s has no chroma', (hex, lightness) => {
    expect(toOklch(hex).lightness).toBeCloseTo(lightness, 4);
    expect(toOklch(hex).chroma).toBeCloseTo(0, 4);
  });

  it('a color is unchanged after a round trip through OKLCH', () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        expect(toHex(toOklch(hex))).toBe(hex);
      }),
    );
  });

  it('every gray, including the darkest, is unchanged after a round trip through OKLCH', () => {
    for (let byte = 0; byte <= 255; byte++) {
      const gray: Hex = `#${byte.toString(16).padStart(2, '0').repeat(3)}`;
      expect(toHex(toOklch(gray))).toBe(gray);
    }
  });

  it.each([
    { lightness: 0.7, chroma: 0.4, hue: 2, chromaShown: 0.159 },
    { lightness: 0.95, chroma: 0.3, hue: 0.5, chromaShown: 0.025 },
    { lightness: 0.5, chroma: 0.4, hue: -1.7, chromaShown: 0.245 },
    { lightness: 0.3, chroma: 0.4, hue: 1, chromaShown: 0.074 },
  ])(
    'a color outside the sRGB gamut keeps its lightness and hue and as much chroma as fits: %o',
    (color) => {
      const shown = toOklch(toHex(color));
      expect(shown.lightness).toBeCloseTo(color.lightness, 2);
      expect(Math.abs(shown.hue - color.hue)).toBeLessThan(0.03);
      expect(shown.chroma).toBeCloseTo(color.chromaShown, 2);
    },
  );

  it('a color consists of exactly six hex digits', () => {
    expect(['#0F766e', '#000000'].every(isHex)).toBe(true);
    expect(
      ['0f766e', '#fff', '#0f766e;', ' #0f766e', '#0f766e\n', ['#0f766e'], 7, null].some(isHex),
    ).toBe(false);
  });
});
