// Derives every brand-dependent color of the page from a company's two colors, for light and dark mode (decision
// 0014). The logo and accents use the original colors; text and controls are adjusted until they reach WCAG
// contrast.

import type { BrandVariable } from '@quittance/contract/companies/brand-palette';
import { type Hex, isHex, type Oklch, toHex, toOklch } from './color.ts';
import { GRAPHIC_RATIO, readableOn, TEXT_RATIO, withContrast } from './contrast.ts';

export type Palette = Record<BrandVariable, Hex>;
type ThemeName = 'light' | 'dark';

export type BrandPalette = Record<ThemeName, Palette>;
export type BrandColors = {
  mainColor?: string | null | undefined;
  secondaryColor?: string | null | undefined;
};

/** Used if there is no company, or if a color is not `#rrggbb`. */
export const DEFAULT_BRAND = { mainColor: '#1d4d6f', secondaryColor: '#5f8fb0' } as const;

/** Below this chroma, a color looks gray, and a mid-gray button would look disabled. */
const GRAY_CHROMA = 0.03;
const GRAY_FILL_RATIO = 12;

type Tint = { lightness: number; share: number; chromaMax: number };
type ThemeRecipe = {
  direction: 'darker' | 'lighter';
  fillRatio: number;
  strongRatio: number;
  tint: Tint;
  tintStrong: Tint;
  groundChroma: number;
  textChroma: number;
  lightness: Record<
    'page' | 'surface' | 'raised' | 'sunken' | 'hairline' | 'border' | 'text' | 'muted' | 'subtle',
    number
  >;
};

const RECIPES: Record<ThemeName, ThemeRecipe> = {
  light: {
    direction: 'darker',
    fillRatio: TEXT_RATIO,
    strongRatio: TEXT_RATIO,
    tint: { lightness: 0.962, share: 0.2, chromaMax: 0.02 },
    tintStrong: { lightness: 0.935, share: 0.35, chromaMax: 0.034 },
    groundChroma: 0.004,
    textChroma: 0.012,
    lightness: {
      page: 0.977,
      surface: 1,
      raised: 1,
      sunken: 0.967,
      hairline: 0.92,
      border: 0.72,
      text: 0.23,
      muted: 0.45,
      subtle: 0.54,
    },
  },
  dark: {
    direction: 'lighter',
    fillRatio: 5,
    strongRatio: 6.5,
    tint: { lightness: 0.29, share: 0.4, chromaMax: 0.036 },
    tintStrong: { lightness: 0.33, share: 0.5, chromaMax: 0.046 },
    groundChroma: 0.012,
    textChroma: 0.008,
    lightness: {
      page: 0.185,
      surface: 0.23,
      raised: 0.245,
      sunken: 0.21,
      hairline: 0.315,
      border: 0.48,
      text: 0.945,
      muted: 0.78,
      subtle: 0.7,
    },
  },
};

function toRawColors({ mainColor, secondaryColor }: BrandColors): RawColors {
  const main = isHex(mainColor) ? lowerCase(mainColor) : DEFAULT_BRAND.mainColor;
  const fallback = isHex(mainColor) ? main : DEFAULT_BRAND.secondaryColor;
  return { main, secondary: isHex(secondaryColor) ? lowerCase(secondaryColor) : fallback };
}

export function brandPalette(colors: BrandColors): BrandPalette {
  const raw = toRawColors(colors);
  return { light: paletteFor(raw, RECIPES.light), dark: paletteFor(raw, RECIPES.dark) };
}

const lowerCase = (hex: Hex): Hex => `#${hex.slice(1).toLowerCase()}`;

type RawColors = { main: Hex; secondary: Hex };

function paletteFor({ main, secondary }: RawColors, recipe: ThemeRecipe): Palette {
  const { direction, lightness } = recipe;
  const brand = toOklch(main);
  const ground = createNeutralScale(brand, recipe.groundChroma);
  const grounds = {
    page: ground(lightness.page),
    surface: ground(lightness.surface),
    raised: ground(lightness.raised),
    sunken: ground(lightness.sunken),
  };
  const plain = Object.values(grounds);
  const isGray = brand.chroma < GRAY_CHROMA;
  const fillRatio = isGray ? GRAY_FILL_RATIO : recipe.fillRatio;
  const fill = withContrast(brand, { against: plain, ratio: fillRatio, direction });
  const tint = toTint(fill, recipe.tint);
  const tintStrong = toTint(fill, recipe.tintStrong);
  const against = [...plain, tint, tintStrong];
  const ink = createNeutralScale(brand, recipe.textChroma);
  const textFrom = (start: number): Hex =>
    withContrast(toOklch(ink(start)), { against, ratio: TEXT_RATIO, direction });
  const graphicFrom = (start: Oklch): Hex =>
    withContrast(start, { against, ratio: GRAPHIC_RATIO, direction });
  return {
    ...grounds,
    brand: main,
    'brand-badge-text': readableOn(main),
    'brand-fill': fill,
    'brand-fill-hover': toHover(fill, direction),
    'brand-on-fill': readableOn(fill),
    'brand-strong': withContrast(isGray ? toOklch(fill) : brand, {
      against,
      ratio: recipe.strongRatio,
      direction,
    }),
    'brand-tint': tint,
    'brand-tint-strong': tintStrong,
    accent: secondary,
    'accent-strong': graphicFrom(toOklch(secondary)),
    hairline: ground(lightness.hairline),
    'control-border': graphicFrom(toOklch(ink(lightness.border))),
    text: textFrom(lightness.text),
    'text-muted': textFrom(lightness.muted),
    'text-subtle': textFrom(lightness.subtle),
  };
}

function createNeutralScale(brand: Oklch, chromaMax: number): (lightness: number) => Hex {
  const chroma = Math.min(brand.chroma * 0.15, chromaMax);
  return (lightness) => toHex({ lightness, chroma: lightness === 1 ? 0 : chroma, hue: brand.hue });
}

/** The lightness is fixed, so that text contrast is the same for every company. */
function toTint(fill: Hex, { lightness, share, chromaMax }: Tint): Hex {
  const { chroma, hue } = toOklch(fill);
  return toHex({ lightness, chroma: Math.min(chroma * share, chromaMax), hue });
}

const HOVER_SHIFT = 0.055;

/**
 * Moves the color a visible step away from the page background, which increases the contrast with text and edges.
 * Near black or white that step is invisible, so the color moves twice as far in the other direction, where there
 * is contrast to spare.
 */
function toHover(fill: Hex, direction: ThemeRecipe['direction']): Hex {
  const color = toOklch(fill);
  const outward = direction === 'darker' ? -HOVER_SHIFT : HOVER_SHIFT;
  const isAtEdge = direction === 'darker' ? color.lightness < 0.3 : color.lightness > 0.85;
  const shift = isAtEdge ? -2 * outward : outward;
  return toHex({ ...color, lightness: color.lightness + shift });
}
