/**
 * The typefaces a receipt is written in, opened when a letter first needs them and then kept: names
 * come in all scripts, and most receipts need one file. What no typeface has is drawn as a box.
 */
import { readFileSync } from 'node:fs';
import { create, type Font, type GlyphRun } from 'fontkit';

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

/** Texts whose layout is kept; labels come again on every receipt. */
const LAYOUTS_MAX = 2000;

/**
 * A font that lays the same text out once: that is most of the work of drawing. Whoever asks may change
 * the positions, and gets their own.
 */
function remembering(font: Font): Font {
  const layouts = new Map<string, GlyphRun>();
  const layout: Font['layout'] = (text, features) => {
    const key = `${JSON.stringify(features)} ${text}`;
    const run = layouts.get(key) ?? font.layout(text, features);
    if (layouts.size >= LAYOUTS_MAX) layouts.clear();
    layouts.set(key, run);
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.create(run, { positions: { value: positions } });
  };
  return Object.create(font, { layout: { value: layout } });
}

export function openTypeface(name: string): Font {
  const known = opened.get(name);
  if (known) return known;
  const font = remembering(create(readFileSync(new URL(`${name}.ttf`, FOLDER))));
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
