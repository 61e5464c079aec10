/**
 * The typefaces a receipt is written in, opened when a letter first needs them and then kept: names
 * come in all scripts, and most receipts need one file. What no typeface has is drawn as a box.
 */
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

export type Weight = 'regular' | 'semibold';

/** Beside src as well as beside dist. */
const FOLDER = new URL('../../fonts/', import.meta.url);

const INTER_PARTS = [
  'latin',
  'latin-ext',
  'vietnamese',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
] as const;

/** Scripts with one weight only: 'Semibold' Arabic is drawn regular. */
const NOTO = [
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-devanagari',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-tc',
  'noto-sans-kr',
  'noto-emoji',
] as const;

/** In the order in which they are asked. */
const NAMES: Readonly<Record<Weight, readonly string[]>> = {
  regular: [...INTER_PARTS.map((part) => `inter-${part}-400`), ...NOTO],
  semibold: [...INTER_PARTS.map((part) => `inter-${part}-600`), ...NOTO],
};

const opened = new Map<string, Font>();

export function openTypeface(name: string): Font {
  const known = opened.get(name);
  if (known) return known;
  const font = create(readFileSync(new URL(`${name}.ttf`, FOLDER)));
  opened.set(name, font);
  return font;
}

/** Joiners and variation selectors shape their neighbours and have no glyph of their own. */
const SHAPERS = new Set(['\u200c', '\u200d', '\ufe0e', '\ufe0f']);

function hasGlyphs(name: string, cluster: string): boolean {
  const font = openTypeface(name);
  return Array.from(cluster)
    .filter((letter) => !SHAPERS.has(letter))
    .every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}

/** The typeface for a cluster of letters that belong together; the first of all when none has it. */
export function typefaceFor(cluster: string, weight: Weight): string {
  const [first = '', ...others] = NAMES[weight];
  if (hasGlyphs(first, cluster)) return first;
  return others.find((name) => hasGlyphs(name, cluster)) ?? first;
}
