/**
 * The typefaces of receipts, loaded on first use and then cached. Names can be in any script, but most receipts
 * need only one file. A character that no typeface contains is drawn as a box.
 */
import { readFileSync } from 'node:fs';
import { create, type Font, type GlyphRun } from 'fontkit';
import { FONTS_FOLDER } from '../../kernel/folders.ts';

export type Weight = 'regular' | 'semibold';

const INTER_PARTS = [
  'latin',
  'latin-ext',
  'vietnamese',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
] as const;

/** One weight per script: semibold text in these scripts is drawn in regular weight. */
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

/** In order of preference. */
const NAMES: Readonly<Record<Weight, readonly string[]>> = {
  regular: [...INTER_PARTS.map((part) => `inter-${part}-400`), ...NOTO],
  semibold: [...INTER_PARTS.map((part) => `inter-${part}-600`), ...NOTO],
};

const opened = new Map<string, Font>();

const LAYOUTS_MAX = 2000;

/**
 * Caches layouts, which are the most expensive step of drawing. Callers may change positions, so they get copies.
 */
function withLayoutCache(font: Font): Font {
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

/**
 * fontkit keeps every glyph as it was first read. A part of another glyph, such as a dot of a colon, is read without
 * its characters, and a period could then not be copied from any later document.
 */
function withCharacters(font: Font): Font {
  const read = font.getGlyph.bind(font);
  font.getGlyph = (id, characters = []) => {
    const glyph = read(id, characters);
    if (glyph.codePoints.length === 0) glyph.codePoints = characters;
    return glyph;
  };
  return font;
}

export function openTypeface(name: string): Font {
  const known = opened.get(name);
  if (known) return known;
  const file = readFileSync(new URL(`${name}.ttf`, FONTS_FOLDER));
  const font = withLayoutCache(withCharacters(create(file)));
  opened.set(name, font);
  return font;
}

/** Joiners and variation selectors shape their neighbors and have no glyph of their own. */
const SHAPERS = new Set(['\u200c', '\u200d', '\ufe0e', '\ufe0f']);

function hasGlyphs(name: string, cluster: string): boolean {
  const font = openTypeface(name);
  return Array.from(cluster)
    .filter((letter) => !SHAPERS.has(letter))
    .every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}

/**
 * Returns the first typeface that has all glyphs of the grapheme cluster, or the first typeface in the list if none
 * does.
 */
export function typefaceFor(cluster: string, weight: Weight): string {
  const [first = '', ...others] = NAMES[weight];
  if (hasGlyphs(first, cluster)) return first;
  return others.find((name) => hasGlyphs(name, cluster)) ?? first;
}
