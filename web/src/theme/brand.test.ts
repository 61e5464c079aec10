import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BRAND_VARIABLES,
  type BrandVariable,
  brandCssVariables,
  brandPalettes,
  DEFAULT_BRAND,
  type Palette,
} from './brand.ts';
import { type Hex, isHex, oklchOf } from './color.ts';
import { contrastOf } from './contrast.ts';

const THEMES = ['light', 'dark'] as const;
const GROUNDS = ['page', 'surface', 'raised', 'sunken'] as const;
const TINTS = ['brand-tint', 'brand-tint-strong'] as const;
const TEXTS = ['text', 'text-muted', 'text-subtle', 'brand-strong'] as const;

const pairs = (
  fronts: readonly BrandVariable[],
  backs: readonly BrandVariable[],
): [BrandVariable, BrandVariable][] =>
  fronts.flatMap((front) => backs.map((back): [BrandVariable, BrandVariable] => [front, back]));

const READABLE = [
  ...pairs(TEXTS, [...GROUNDS, ...TINTS]),
  ...pairs(['brand-on-fill'], ['brand-fill', 'brand-fill-hover']),
  ...pairs(['brand-badge-text'], ['brand']),
];

const VISIBLE = [
  ...pairs(['brand-fill', 'brand-fill-hover'], GROUNDS),
  ...pairs(['accent-strong', 'control-border'], [...GROUNDS, ...TINTS]),
];

function failures(palette: Palette): string[] {
  const failing = (list: typeof READABLE, ratio: number): string[] =>
    list
      .filter(([front, back]) => contrastOf(palette[front], palette[back]) < ratio)
      .map(([front, back]) => `${front} ${palette[front]} on ${back} ${palette[back]} < ${ratio}`);
  return [...failing(READABLE, 4.5), ...failing(VISIBLE, 3)];
}

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);

const HARD_COLORS: Record<string, Hex> = {
  'teal (Harbor)': '#0f766e',
  'pale yellow': '#fde68a',
  'near black': '#111111',
  white: '#ffffff',
  black: '#000000',
  navy: '#1e3a8a',
  'pure blue': '#0000ff',
  'pure green': '#00ff00',
  'pure yellow': '#ffff00',
  'middle grey': '#808080',
};

describe('Company colours (product §1)', () => {
  it.each(Object.entries(HARD_COLORS))('reads in both themes with %s', (_name, mainColor) => {
    const palettes = brandPalettes({ mainColor, secondaryColor: mainColor });
    for (const theme of THEMES) expect(failures(palettes[theme])).toEqual([]);
  });

  it('reads in both themes with any pair of colours', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (mainColor, secondaryColor) => {
        const palettes = brandPalettes({ mainColor, secondaryColor });
        for (const theme of THEMES) expect(failures(palettes[theme])).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('answers only colours', () => {
    fc.assert(
      fc.property(anyColor, (mainColor) => {
        for (const value of brandCssVariables(brandPalettes({ mainColor })).values()) {
          expect(isHex(value)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('keeps the raw colours for logo and accents', () => {
    const { light, dark } = brandPalettes({ mainColor: '#FDE68A', secondaryColor: '#123456' });
    expect([light.brand, dark.brand]).toEqual(['#fde68a', '#fde68a']);
    expect([light.accent, dark.accent]).toEqual(['#123456', '#123456']);
  });

  it('leaves a colour alone that already reads', () => {
    const { light } = brandPalettes({ mainColor: '#0f766e' });
    expect(light['brand-fill']).toBe('#0f766e');
    expect(light['brand-strong']).toBe('#0f766e');
    expect(light['brand-on-fill']).toBe('#ffffff');
  });

  it('never offers a mid-grey button, which would look disabled', () => {
    const greys: Hex[] = ['#ffffff', '#808080', '#000000'];
    for (const mainColor of greys) {
      const { light, dark } = brandPalettes({ mainColor });
      expect(oklchOf(light['brand-fill']).lightness).toBeLessThan(0.4);
      expect(oklchOf(dark['brand-fill']).lightness).toBeGreaterThan(0.85);
    }
  });

  it('moves on hover, so that the pointer is answered', () => {
    fc.assert(
      fc.property(anyColor, (mainColor) => {
        const { light } = brandPalettes({ mainColor });
        expect(light['brand-fill-hover']).not.toBe(light['brand-fill']);
      }),
      { numRuns: 200 },
    );
  });

  it('falls back to the defaults for anything that is not #rrggbb', () => {
    const bad = ['red', '#fff', '#12345', '#1234567', '#12345g', ' #123456', '', null, undefined];
    const defaults = brandPalettes(DEFAULT_BRAND);
    for (const value of bad) {
      expect(brandPalettes({ mainColor: value, secondaryColor: value })).toEqual(defaults);
    }
    fc.assert(
      fc.property(fc.string(), (value) => {
        fc.pre(!isHex(value));
        expect(brandPalettes({ mainColor: value, secondaryColor: value })).toEqual(defaults);
      }),
      { numRuns: 50 },
    );
  });

  it('uses the main colour for accents when the second one is missing', () => {
    expect(brandPalettes({ mainColor: '#0f766e' }).light.accent).toBe('#0f766e');
  });

  it('names every variable once per theme', () => {
    expect(brandCssVariables(brandPalettes({})).size).toBe(BRAND_VARIABLES.length * THEMES.length);
  });
});
