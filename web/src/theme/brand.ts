// A company's two colours → every colour of the page that depends on them, for light and dark.
// Pure: returns values. The raw colours survive for logo and accents; what must be read or pressed
// is moved until it passes, so a brand never costs the reader anything. apply-brand.ts sets them.

import { type Hex, hexOf, isHex, type Oklch, oklchOf } from './color.ts';
import { GRAPHIC_RATIO, lowestContrast, readableOn, TEXT_RATIO, withContrast } from './contrast.ts';

export const BRAND_VARIABLES = [
  'brand',
  'brand-badge-text',
  'brand-fill',
  'brand-fill-hover',
  'brand-on-fill',
  'brand-strong',
  'brand-tint',
  'brand-tint-strong',
  'accent',
  'accent-strong',
  'page',
  'surface',
  'raised',
  'sunken',
  'hairline',
  'control-border',
  'text',
  'text-muted',
  'text-subtle',
] as const;

export type BrandVariable = (typeof BRAND_VARIABLES)[number];
export type Palette = Record<BrandVariable, Hex>;
export type ThemeName = 'light' | 'dark';
export type BrandColors = {
  mainColor?: string | null | undefined;
  secondaryColor?: string | null | undefined;
};

/** The product's own quiet brand, used where no company is known or its colours are not colours. */
export const DEFAULT_BRAND = { mainColor: '#1d4d6f', secondaryColor: '#5f8fb0' } as const;

/** Below this a colour is a grey to the eye; a mid-grey button would look disabled. */
const GREY_CHROMA = 0.03;
const GREY_FILL_RATIO = 12;

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

function rawColorsOf({ mainColor, secondaryColor }: BrandColors): RawColors {
  const main = isHex(mainColor) ? lowerCase(mainColor) : DEFAULT_BRAND.mainColor;
  const fallback = isHex(mainColor) ? main : DEFAULT_BRAND.secondaryColor;
  return { main, secondary: isHex(secondaryColor) ? lowerCase(secondaryColor) : fallback };
}

/** The company's own colour and the text that reads on it, as in a logo: the same in every theme. */
export function badgeColors(colors: BrandColors): Pick<Palette, 'brand' | 'brand-badge-text'> {
  const { main } = rawColorsOf(colors);
  return { brand: main, 'brand-badge-text': readableOn(main) };
}

export function brandPalettes(colors: BrandColors): Record<ThemeName, Palette> {
  const { main, secondary } = rawColorsOf(colors);
  return {
    light: paletteFor({ main, secondary }, RECIPES.light),
    dark: paletteFor({ main, secondary }, RECIPES.dark),
  };
}

type CssVariable = `--${'l' | 'd'}-${BrandVariable}`;

/** The custom properties tokens.css reads: `--l-…` for the light theme, `--d-…` for the dark. */
export function brandCssVariables({
  light,
  dark,
}: Record<ThemeName, Palette>): Map<CssVariable, Hex> {
  const variables = new Map<CssVariable, Hex>();
  for (const name of BRAND_VARIABLES) {
    variables.set(`--l-${name}`, light[name]);
    variables.set(`--d-${name}`, dark[name]);
  }
  return variables;
}

const lowerCase = (hex: Hex): Hex => `#${hex.slice(1).toLowerCase()}`;

type RawColors = { main: Hex; secondary: Hex };

function paletteFor({ main, secondary }: RawColors, recipe: ThemeRecipe): Palette {
  const { direction, lightness } = recipe;
  const brand = oklchOf(main);
  const ground = neutralOf(brand, recipe.groundChroma);
  const grounds = {
    page: ground(lightness.page),
    surface: ground(lightness.surface),
    raised: ground(lightness.raised),
    sunken: ground(lightness.sunken),
  };
  const plain = Object.values(grounds);
  const isGrey = brand.chroma < GREY_CHROMA;
  const fillRatio = isGrey ? GREY_FILL_RATIO : recipe.fillRatio;
  const fill = withContrast(brand, { against: plain, ratio: fillRatio, direction });
  const tint = tintOf(fill, recipe.tint);
  const tintStrong = tintOf(fill, recipe.tintStrong);
  const against = [...plain, tint, tintStrong];
  const ink = neutralOf(brand, recipe.textChroma);
  const textFrom = (start: number): Hex =>
    withContrast(oklchOf(ink(start)), { against, ratio: TEXT_RATIO, direction });
  const graphicFrom = (start: Oklch): Hex =>
    withContrast(start, { against, ratio: GRAPHIC_RATIO, direction });
  return {
    ...grounds,
    ...badgeColors({ mainColor: main }),
    'brand-fill': fill,
    'brand-fill-hover': hoverOf(fill, plain, direction),
    'brand-on-fill': readableOn(fill),
    'brand-strong': withContrast(isGrey ? oklchOf(fill) : brand, {
      against,
      ratio: recipe.strongRatio,
      direction,
    }),
    'brand-tint': tint,
    'brand-tint-strong': tintStrong,
    accent: secondary,
    'accent-strong': graphicFrom(oklchOf(secondary)),
    hairline: ground(lightness.hairline),
    'control-border': graphicFrom(oklchOf(ink(lightness.border))),
    text: textFrom(lightness.text),
    'text-muted': textFrom(lightness.muted),
    'text-subtle': textFrom(lightness.subtle),
  };
}

/** Greys that lean towards the brand just enough to belong to it. */
function neutralOf(brand: Oklch, chromaMax: number): (lightness: number) => Hex {
  const chroma = Math.min(brand.chroma * 0.15, chromaMax);
  return (lightness) => hexOf({ lightness, chroma: lightness === 1 ? 0 : chroma, hue: brand.hue });
}

/** A wash of the brand at a fixed lightness, so that text reads alike on every company's wash. */
function tintOf(fill: Hex, { lightness, share, chromaMax }: Tint): Hex {
  const { chroma, hue } = oklchOf(fill);
  return hexOf({ lightness, chroma: Math.min(chroma * share, chromaMax), hue });
}

const HOVER_SHIFT = 0.055;

/** A small, visible step away from the fill that keeps its text readable and its edge visible. */
function hoverOf(fill: Hex, plain: readonly Hex[], direction: ThemeRecipe['direction']): Hex {
  const text = readableOn(fill);
  const color = oklchOf(fill);
  const outward = direction === 'darker' ? -HOVER_SHIFT : HOVER_SHIFT;
  // Near black or near white the outward step would not be seen, so the step goes inward.
  const isAtEdge = direction === 'darker' ? color.lightness < 0.3 : color.lightness > 0.85;
  const shifts = isAtEdge ? [-2 * outward, -outward] : [outward, -outward, outward / 2];
  const candidates = shifts.map((shift) =>
    hexOf({ ...color, lightness: Math.min(1, Math.max(0, color.lightness + shift)) }),
  );
  const passes = (candidate: Hex): boolean =>
    lowestContrast(candidate, [text]) >= TEXT_RATIO &&
    lowestContrast(candidate, plain) >= GRAPHIC_RATIO;
  return candidates.find(passes) ?? fill;
}
