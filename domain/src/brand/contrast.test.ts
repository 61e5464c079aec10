import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Hex, type Oklch, toHex, toOklch } from './color.ts';
import { computeContrast, readableOn, withContrast } from './contrast.ts';

const WHITE: Hex = '#ffffff';
const BLACK: Hex = '#000000';
const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);
const anyGray = fc.integer({ min: 0, max: 255 }).map((byte): Hex => {
  const digits = byte.toString(16).padStart(2, '0');
  return `#${digits}${digits}${digits}`;
});

const toDegrees = ({ hue }: Oklch): number => (hue * 180) / Math.PI;

const darkened = (hex: Hex): Oklch =>
  toOklch(withContrast(toOklch(hex), { against: [WHITE], ratio: 4.5, direction: 'darker' }));
const lightened = (hex: Hex): Oklch =>
  toOklch(withContrast(toOklch(hex), { against: [BLACK], ratio: 4.5, direction: 'lighter' }));

describe('Contrast of two colors (product §1)', () => {
  it('the contrast of two colors is their WCAG ratio, from 1 to 21', () => {
    expect(computeContrast(BLACK, WHITE)).toBe(21);
    expect(computeContrast(WHITE, BLACK)).toBe(21);
    expect(computeContrast('#0f766e', '#0f766e')).toBe(1);
    expect(computeContrast('#767676', WHITE)).toBeGreaterThanOrEqual(4.5);
    expect(computeContrast('#777777', WHITE)).toBeLessThan(4.5);
  });

  it.each<[Hex, number]>([
    ['#ff0000', 3.998],
    ['#00ff00', 1.372],
    ['#0000ff', 8.592],
  ])('the primary color %s has a contrast of %f on white', (color, ratio) => {
    expect(computeContrast(color, WHITE)).toBeCloseTo(ratio, 3);
  });
});

describe('A color that must have a contrast (product §1)', () => {
  const DIRECTIONS = ['darker', 'lighter'] as const;

  it.each(DIRECTIONS)(
    'the adjusted color is the nearest %s color with the required contrast on every background',
    (direction) => {
      const step = direction === 'darker' ? -0.004 : 0.004;
      fc.assert(
        fc.property(
          anyGray,
          anyColor,
          fc.double({ min: 1, max: 21, noNaN: true }),
          (gray, back, ratio) => {
            const { lightness } = toOklch(gray);
            const shades = Array.from({ length: 252 }, (_, index) =>
              toHex({
                lightness: Math.min(1, Math.max(0, lightness + index * step)),
                chroma: 0,
                hue: 0,
              }),
            );
            const end = direction === 'darker' ? BLACK : WHITE;
            const nearest = shades.find((shade) => computeContrast(shade, back) >= ratio) ?? end;
            const start = { ...toOklch(gray), chroma: 0 };
            expect(withContrast(start, { against: [back], ratio, direction })).toBe(nearest);
          },
        ),
        { numRuns: 100 },
      );
    },
  );

  it('a color that already has the required contrast is unchanged', () => {
    const teal = withContrast(toOklch('#0f766e'), {
      against: [WHITE, '#f5f8fa'],
      ratio: 4.5,
      direction: 'darker',
    });
    expect(teal).toBe('#0f766e');
  });

  it('the adjusted color is black or white when no other color reaches the required contrast', () => {
    const impossible = { against: [BLACK, WHITE], ratio: 20 };
    for (const hex of ['#0f766e', '#fde68a', WHITE, BLACK] as const) {
      const color = toOklch(hex);
      expect(withContrast(color, { ...impossible, direction: 'darker' })).toBe(BLACK);
      expect(withContrast(color, { ...impossible, direction: 'lighter' })).toBe(WHITE);
    }
  });

  it.each<[string, Hex]>([
    ['pure yellow', '#ffff00'],
    ['pale yellow', '#fde68a'],
  ])('the darkened color of %s is ochre, not olive', (_name, yellow) => {
    expect(toDegrees(toOklch(yellow))).toBeGreaterThan(90);
    expect(toDegrees(darkened(yellow))).toBeGreaterThan(70);
    expect(toDegrees(darkened(yellow))).toBeLessThan(75);
  });

  it('a yellow shifts toward ochre only in proportion to its darkening', () => {
    const mustard: Hex = '#a08d00';
    const [before, after] = [toDegrees(toOklch(mustard)), toDegrees(darkened(mustard))];
    expect(before - after).toBeGreaterThan(1);
    expect(before - after).toBeLessThan(15);
  });

  it.each<[string, Hex]>([
    ['orange', '#ff9500'],
    ['green', '#2ecc40'],
    ['teal', '#2dd4bf'],
    ['pink', '#f472b6'],
  ])('the hue of %s is unchanged by darkening', (_name, hex) => {
    expect(toDegrees(darkened(hex))).toBeCloseTo(toDegrees(toOklch(hex)), -1);
  });

  it('a lightened color gains at most 25 % chroma', () => {
    const navy: Hex = '#1a2b4a';
    const gain = lightened(navy).chroma / toOklch(navy).chroma;
    expect(gain).toBeCloseTo(1.25, 1);
    const barely: Hex = '#707684';
    expect(lightened(barely).chroma / toOklch(barely).chroma).toBeLessThan(1.1);
  });

  it('a darkened color keeps its chroma', () => {
    const slate: Hex = '#94a3b8';
    expect(darkened(slate).chroma).toBeCloseTo(toOklch(slate).chroma, 2);
  });
});

describe('Text on a background of any color (product §1)', () => {
  it('the text color is white where readable, otherwise ink, otherwise black', () => {
    expect(readableOn('#0f766e')).toBe(WHITE);
    expect(readableOn('#767676')).toBe(WHITE);
    expect(readableOn('#fde68a')).toBe('#0c1413');
    expect(readableOn('#777777')).toBe(BLACK);
  });

  it('the text color is readable on any background', () => {
    fc.assert(
      fc.property(anyColor, (background) => {
        expect(computeContrast(readableOn(background), background)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
