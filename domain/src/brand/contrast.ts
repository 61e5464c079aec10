// WCAG contrast, and the search for the nearest color that reaches a given ratio.

import { type Hex, isHex, type Oklch, toHex, toLinearRgb } from './color.ts';

/** WCAG 2.2 ratios for text of any size and for the visible parts of controls. */
export const TEXT_RATIO = 4.5;
export const GRAPHIC_RATIO = 3;

/**
 * The search takes coarse strides, then single steps within the last stride, which gives the same result with fewer
 * conversions.
 */
const LIGHTNESS_STEP = 0.004;
const STEPS_OF_STRIDE = 10;

function computeLuminance(hex: Hex): number {
  const [r, g, b] = toLinearRgb(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function computeRatio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

export function computeContrast(one: Hex, other: Hex): number {
  return computeRatio(computeLuminance(one), computeLuminance(other));
}

export function inkOn(color: string): Hex {
  return isHex(color) && computeContrast('#ffffff', color) >= TEXT_RATIO ? '#ffffff' : '#000000';
}

type Demand = { against: readonly Hex[]; ratio: number; direction: 'darker' | 'lighter' };

export function withContrast(color: Oklch, { against, ratio, direction }: Demand): Hex {
  const step = direction === 'darker' ? -LIGHTNESS_STEP : LIGHTNESS_STEP;
  const luminances = against.map(computeLuminance);
  const candidateAt = (steps: number): Hex => toHex(shade(color, color.lightness + steps * step));
  const reads = (candidate: Hex): boolean => {
    const own = computeLuminance(candidate);
    return luminances.every((other) => computeRatio(own, other) >= ratio);
  };
  const stepsMax = Math.ceil(1 / LIGHTNESS_STEP);
  let stride = 0;
  while (stride < stepsMax && !reads(candidateAt(stride))) stride += STEPS_OF_STRIDE;
  let steps = Math.max(0, stride - STEPS_OF_STRIDE);
  while (steps < stride && !reads(candidateAt(steps))) steps += 1;
  return candidateAt(steps);
}

const degrees = (value: number): number => (value * Math.PI) / 180;
const YELLOW_FROM = degrees(80);
const YELLOW_TO = degrees(120);
const OCHRE = degrees(72);
const CHROMA_GAIN_MAX = 1.25;

/**
 * Darkened yellows shift toward ochre because they would otherwise turn olive. Lightened colors gain chroma because
 * they would otherwise look washed out.
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

/** Returns the first of white, ink and black that has enough contrast. At least one of the three always does. */
export function readableOn(background: Hex): Hex {
  const candidates: readonly Hex[] = ['#ffffff', INK];
  return candidates.find((text) => computeContrast(text, background) >= TEXT_RATIO) ?? '#000000';
}
