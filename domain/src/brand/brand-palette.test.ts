import { BRAND_VARIABLES, type BrandVariable } from '@quittance/contract/companies/brand-palette';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../test/full-run.ts';
import { brandPalette, DEFAULT_BRAND, type Palette } from './brand-palette.ts';
import { type Hex, isHex, toOklch } from './color.ts';
import { computeContrast } from './contrast.ts';

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
      .filter(([front, back]) => computeContrast(palette[front], palette[back]) < ratio)
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
  'middle gray': '#808080',
};

const DEFAULT_COLORS: Record<BrandVariable, [Hex, Hex]> = {
  page: ['#f5f8fa', '#0e1317'],
  surface: ['#ffffff', '#181e22'],
  raised: ['#ffffff', '#1c2126'],
  sunken: ['#f2f4f7', '#14191d'],
  brand: ['#1d4d6f', '#1d4d6f'],
  'brand-badge-text': ['#ffffff', '#ffffff'],
  'brand-fill': ['#1d4d6f', '#5795c5'],
  'brand-fill-hover': ['#0b3e5f', '#68a6d7'],
  'brand-on-fill': ['#ffffff', '#0c1413'],
  'brand-strong': ['#1d4d6f', '#85c4f6'],
  'brand-tint': ['#eaf4fc', '#1b2d3c'],
  'brand-tint-strong': ['#dbecfb', '#1f384b'],
  accent: ['#5f8fb0', '#5f8fb0'],
  'accent-strong': ['#5b8bac', '#5f8fb0'],
  hairline: ['#e2e5e7', '#2d3237'],
  'control-border': ['#80868b', '#7a8085'],
  text: ['#181e22', '#e8eef2'],
  'text-muted': ['#50565b', '#b3b8bc'],
  'text-subtle': ['#636a6f', '#9a9fa3'],
};

function hoverShift(mainColor: Hex, theme: (typeof THEMES)[number]): number {
  const palette = brandPalette({ mainColor })[theme];
  return toOklch(palette['brand-fill-hover']).lightness - toOklch(palette['brand-fill']).lightness;
}

describe('Brand palette (product §1)', () => {
  it('the default palette has the listed colors in the light and dark themes', () => {
    const { light, dark } = brandPalette({});
    const colors = BRAND_VARIABLES.map((name) => [name, [light[name], dark[name]]]);
    expect(Object.fromEntries(colors)).toEqual(DEFAULT_COLORS);
  });

  it.each(Object.entries(HARD_COLORS))(
    'the palette has enough contrast in both themes with %s',
    (_name, mainColor) => {
      const palettes = brandPalette({ mainColor, secondaryColor: mainColor });
      for (const theme of THEMES) expect(failures(palettes[theme])).toEqual([]);
    },
  );

  it('the palette has enough contrast in both themes with any pair of colors', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (mainColor, secondaryColor) => {
        const palettes = brandPalette({ mainColor, secondaryColor });
        for (const theme of THEMES) expect(failures(palettes[theme])).toEqual([]);
      }),
      { numRuns: sampled({ sample: 100, full: 1_000 }) },
    );
  });

  it('the palette contains only #rrggbb values', () => {
    fc.assert(
      fc.property(anyColor, (mainColor) => {
        for (const palette of Object.values(brandPalette({ mainColor })))
          expect(Object.values(palette).every(isHex)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('the palette has pure white surfaces in the light theme, even with a pale brand', () => {
    for (const mainColor of ['#ffffe1', '#787869', '#0f766e'] as const) {
      const { surface, raised } = brandPalette({ mainColor }).light;
      expect([surface, raised]).toEqual(['#ffffff', '#ffffff']);
    }
  });

  it('the palette keeps the original brand colors for the logo and accents', () => {
    const { light, dark } = brandPalette({ mainColor: '#FDE68A', secondaryColor: '#123456' });
    expect([light.brand, dark.brand]).toEqual(['#fde68a', '#fde68a']);
    expect([light.accent, dark.accent]).toEqual(['#123456', '#123456']);
  });

  it('the palette does not change a color that has enough contrast', () => {
    const { light } = brandPalette({ mainColor: '#0f766e' });
    expect(light['brand-fill']).toBe('#0f766e');
    expect(light['brand-strong']).toBe('#0f766e');
    expect(light['brand-on-fill']).toBe('#ffffff');
  });

  it('the palette has no mid-gray button fill', () => {
    const grays: Hex[] = ['#ffffff', '#808080', '#000000'];
    for (const mainColor of grays) {
      const { light, dark } = brandPalette({ mainColor });
      expect(toOklch(light['brand-fill']).lightness).toBeLessThan(0.4);
      expect(toOklch(dark['brand-fill']).lightness).toBeGreaterThan(0.85);
    }
  });

  it('the palette keeps the color of a brand with low chroma', () => {
    const { light } = brandPalette({ mainColor: '#5a7280' });
    expect(light['brand-fill']).toBe('#5a7280');
  });

  it('the hover fill is darker in the light theme and lighter in the dark theme', () => {
    expect(hoverShift('#0f766e', 'light')).toBeCloseTo(-0.055, 2);
    expect(hoverShift('#0f766e', 'dark')).toBeCloseTo(0.055, 2);
  });

  it('the hover fill of a nearly black or white button shifts in the opposite direction', () => {
    expect(hoverShift('#111111', 'light')).toBeCloseTo(0.11, 2);
    expect(hoverShift('#fde68a', 'dark')).toBeCloseTo(-0.11, 2);
  });

  it('the hover fill differs from the normal fill', () => {
    fc.assert(
      fc.property(anyColor, fc.constantFrom(...THEMES), (mainColor, theme) => {
        expect(Math.abs(hoverShift(mainColor, theme))).toBeGreaterThan(0.04);
      }),
      { numRuns: 200 },
    );
  });

  it('the palette falls back to the defaults for any value that is not #rrggbb', () => {
    const bad = ['red', '#fff', '#12345', '#1234567', '#12345g', ' #123456', '', null, undefined];
    const defaults = brandPalette(DEFAULT_BRAND);
    for (const value of bad) {
      expect(brandPalette({ mainColor: value, secondaryColor: value })).toEqual(defaults);
    }
    fc.assert(
      fc.property(fc.string(), (value) => {
        fc.pre(!isHex(value));
        expect(brandPalette({ mainColor: value, secondaryColor: value })).toEqual(defaults);
      }),
      { numRuns: 50 },
    );
  });

  it('the main color is used for accents when the secondary color is missing', () => {
    expect(brandPalette({ mainColor: '#0f766e' }).light.accent).toBe('#0f766e');
  });

  it('the palette has every variable in both themes and survives JSON serialization', () => {
    const palette = brandPalette({});
    for (const theme of THEMES)
      expect(Object.keys(palette[theme]).sort()).toEqual([...BRAND_VARIABLES].sort());
    expect(JSON.parse(JSON.stringify(palette))).toEqual(palette);
  });
});
