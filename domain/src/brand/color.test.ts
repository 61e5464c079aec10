import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Hex, hexOf, isHex, oklchOf } from './color.ts';
import { contrastOf, readableOn } from './contrast.ts';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);

describe('Color conversion', () => {
  it('returns the same color after a round trip through OKLCH', () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        expect(hexOf(oklchOf(hex))).toBe(hex);
      }),
    );
  });

  it('reduces chroma, not lightness, for colors outside the sRGB gamut', () => {
    const shown = oklchOf(hexOf({ lightness: 0.7, chroma: 0.4, hue: 2 }));
    expect(shown.lightness).toBeCloseTo(0.7, 2);
    expect(shown.chroma).toBeLessThan(0.4);
  });

  it('computes the WCAG contrast ratios', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#767676', '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf('#777777', '#ffffff')).toBeLessThan(4.5);
  });

  it('finds a text color with enough contrast for any background', () => {
    fc.assert(
      fc.property(anyColor, (background) => {
        expect(contrastOf(readableOn(background), background)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('accepts six hex digits and nothing else', () => {
    expect(['#0F766e', '#000000'].every(isHex)).toBe(true);
    expect(['0f766e', '#fff', '#0f766e;', '#0f766e\n', 7, null].some(isHex)).toBe(false);
  });
});
