// WCAG contrast, and the search for the nearest colour that reaches it.
// Decides nothing about which ratio is needed where: brand.ts does.

import { type Hex, hexOf, linearRgbOf, type Oklch } from './color.ts';

/** WCAG 2.2: text of any size we use, and the parts of controls one has to see. */
export const TEXT_RATIO = 4.5;
export const GRAPHIC_RATIO = 3;

const LIGHTNESS_STEP = 0.004;

function luminanceOf(hex: Hex): number {
  const [r, g, b] = linearRgbOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrastOf(one: Hex, other: Hex): number {
  const first = luminanceOf(one);
  const second = luminanceOf(other);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

export function lowestContrast(color: Hex, backgrounds: readonly Hex[]): number {
  return Math.min(...backgrounds.map((background) => contrastOf(color, background)));
}

type Demand = { against: readonly Hex[]; ratio: number; direction: 'darker' | 'lighter' };

/**
 * The colour itself when it already reads well, otherwise the first one on the way to black or
 * white that does.
 */
export function withContrast(color: Oklch, { against, ratio, direction }: Demand): Hex {
  const step = direction === 'darker' ? -LIGHTNESS_STEP : LIGHTNESS_STEP;
  let lightness = color.lightness;
  while (lightness >= 0 && lightness <= 1) {
    const candidate = hexOf(shade(color, lightness));
    if (lowestContrast(candidate, against) >= ratio) return candidate;
    lightness += step;
  }
  return direction === 'darker' ? '#000000' : '#ffffff';
}

const degrees = (value: number): number => (value * Math.PI) / 180;
const YELLOW_FROM = degrees(80);
const YELLOW_TO = degrees(120);
const OCHRE = degrees(72);
const CHROMA_GAIN_MAX = 1.25;

/**
 * The same colour at another lightness, as the eye expects it: yellows turn towards ochre while
 * they darken (straight down they go olive), and what is lightened gains chroma, or it would look
 * washed out.
 */
function shade(color: Oklch, lightness: number): Oklch {
  const { hue, chroma, lightness: original } = color;
  if (lightness > original) {
    return { lightness, chroma: chroma * Math.min(CHROMA_GAIN_MAX, lightness / original), hue };
  }
  if (hue < YELLOW_FROM || hue > YELLOW_TO) return { lightness, chroma, hue };
  const share = Math.min(1, (original - lightness) / 0.35);
  return { lightness, chroma, hue: hue + (OCHRE - hue) * share };
}

const INK: Hex = '#0c1413';

/** Text for a background: white if it reads, else ink, else black; one of them always does. */
export function readableOn(background: Hex): Hex {
  const candidates: readonly Hex[] = ['#ffffff', INK];
  return candidates.find((text) => contrastOf(text, background) >= TEXT_RATIO) ?? '#000000';
}
