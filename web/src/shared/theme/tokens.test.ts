import { BRAND_VARIABLES } from '@quittance/contract/companies/brand-palette';
import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { type Hex, isHex } from '@quittance/domain/brand/color';
import { computeContrast } from '@quittance/domain/brand/contrast';
import { describe, expect, it } from 'vitest';
import { readSource } from '../../../test/read-source.ts';
import { FEEDBACK_MS, SIDEBAR_ANIMATION_MS, STATUS_SPIN_MS } from '../lib/timings.ts';

const declarations = new Map<string, string>();
for (const [, name, value] of readSource('shared/theme/tokens.css').matchAll(
  /(--[\w-]+):\s*([^;]+);/g,
)) {
  // The first declaration counts, because later ones are inside media queries.
  if (name && value && !declarations.has(name)) declarations.set(name, value.trim());
}

function themedColor(name: string): { light: Hex; dark: Hex } {
  const [, light, dark] =
    /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(declarations.get(name) ?? '') ?? [];
  if (!isHex(light) || !isHex(dark)) throw new Error(`${name} is not a pair of colors`);
  return { light, dark };
}

const TONES = ['success', 'warning', 'danger', 'info'];
const GROUNDS = ['page', 'surface', 'raised', 'sunken', 'brand-tint'] as const;
const BRANDS = ['#0f766e', '#fde68a', '#111111', '#ffffff', '#1e3a8a', '#e11d48', '#00ff00'];

describe('Tokens', () => {
  it('the tokens contain the palette of the default brand', () => {
    const { light, dark } = brandPalette({});
    for (const name of BRAND_VARIABLES) {
      expect(`${name}: ${declarations.get(`--l-${name}`)}`).toBe(`${name}: ${light[name]}`);
      expect(`${name}: ${declarations.get(`--d-${name}`)}`).toBe(`${name}: ${dark[name]}`);
    }
  });

  it('the tokens map every brand variable to its theme', () => {
    for (const name of BRAND_VARIABLES) {
      expect(declarations.get(`--${name}`)).toBe(`light-dark(var(--l-${name}), var(--d-${name}))`);
    }
  });

  it.each(TONES)('the tokens give %s readable text on its tint', (tone) => {
    const text = themedColor(`--${tone}`);
    const tint = themedColor(`--${tone}-tint`);
    expect(computeContrast(text.light, tint.light)).toBeGreaterThanOrEqual(4.5);
    expect(computeContrast(text.dark, tint.dark)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(TONES)(
    'the tokens give %s text and solid colors with enough contrast for every brand',
    (tone) => {
      const text = themedColor(`--${tone}`);
      const solid = themedColor(`--${tone}-solid`);
      for (const mainColor of BRANDS) {
        const { light, dark } = brandPalette({ mainColor });
        for (const ground of GROUNDS) {
          expect(computeContrast(text.light, light[ground])).toBeGreaterThanOrEqual(4.5);
          expect(computeContrast(text.dark, dark[ground])).toBeGreaterThanOrEqual(4.5);
          expect(computeContrast(solid.light, light[ground])).toBeGreaterThanOrEqual(3);
          expect(computeContrast(solid.dark, dark[ground])).toBeGreaterThanOrEqual(3);
        }
      }
    },
  );

  it('the tokens give the danger button readable text', () => {
    const text = themedColor('--danger-on-fill');
    for (const name of ['--danger-fill', '--danger-fill-hover']) {
      const fill = themedColor(name);
      expect(computeContrast(text.light, fill.light)).toBeGreaterThanOrEqual(4.5);
      expect(computeContrast(text.dark, fill.dark)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('the tokens use the durations of product §9', () => {
    expect(declarations.get('--motion-sheet')).toBe(`${SIDEBAR_ANIMATION_MS}ms`);
    expect(declarations.get('--motion-spin')).toBe(`${STATUS_SPIN_MS}ms`);
    expect(declarations.get('--motion-feedback')).toBe(`${FEEDBACK_MS}ms`);
  });

  it('the tokens use spacing in steps of 4 px', () => {
    for (const [name, value] of declarations) {
      const step = /^--space-(\d+)$/.exec(name)?.[1];
      if (step) expect(value).toBe(`${Number(step) * 4}px`);
    }
  });
});
