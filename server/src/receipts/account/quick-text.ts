/**
 * Text of long tables: thousands of short cells in one style. Laying out each of them anew would take a second for a
 * thousand lines; here every letter is encoded once for a document, without kerning. Text that needs more than the
 * Latin typeface is left to `write`.
 */
import { type Sheet, type Style, wrap, write } from '../sheet.ts';
import { openTypeface } from '../typefaces.ts';

type Letter = { code: string; width: number };

/** A style in one document. */
export type QuickStyle = {
  sheet: Sheet;
  style: Style;
  typeface: string;
  letters: Map<string, Letter | null>;
};

export function quickStyle(sheet: Sheet, style: Style): QuickStyle {
  const typeface = style.weight === 'regular' ? 'inter-latin-400' : 'inter-latin-600';
  return { sheet, style, typeface, letters: new Map() };
}

/** The letters that stand for themselves in every context. */
const PLAIN = /^[\x20-\x7e\xa1-\xff…–—−]$/;

function letterOf({ sheet, style, typeface, letters }: QuickStyle, sign: string): Letter | null {
  const known = letters.get(sign);
  if (known !== undefined) return known;
  const hasGlyph = openTypeface(typeface).hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  let letter: Letter | null = null;
  if (PLAIN.test(sign) && hasGlyph) {
    const { document, typefaces } = sheet;
    if (!typefaces.has(typeface)) document.registerFont(typeface, openTypeface(typeface));
    typefaces.add(typeface);
    const features = { calt: false, tnum: style.isTabular === true };
    const width = document.font(typeface).fontSize(style.size).widthOfString(sign, { features });
    const [codes] = document._font.encode(sign, features);
    letter = { code: codes.join(''), width };
  }
  letters.set(sign, letter);
  return letter;
}

/** Null when a letter is not plain. */
function lettersOf(quick: QuickStyle, text: string): Letter[] | null {
  const found: Letter[] = [];
  for (const sign of text) {
    const letter = letterOf(quick, sign);
    if (!letter) return null;
    found.push(letter);
  }
  return found;
}

const widthOf = (letters: readonly Letter[]) => letters.reduce((sum, { width }) => sum + width, 0);

function cut(quick: QuickStyle, letters: Letter[], widthMax: number): Letter[] {
  if (widthOf(letters) <= widthMax) return letters;
  const ellipsis = letterOf(quick, '…');
  const room = widthMax - (ellipsis?.width ?? 0);
  const kept = [...letters];
  while (kept.length > 0 && widthOf(kept) > room) kept.pop();
  return ellipsis ? [...kept, ellipsis] : kept;
}

/** `#1f2933` as the operands of a fill color. */
function inkOf(color: string): string {
  const parts = [1, 3, 5].map((index) => Number.parseInt(color.slice(index, index + 2), 16) / 255);
  return parts.map((part) => part.toFixed(3)).join(' ');
}

const coordinate = (value: number) => String(Math.round(value * 100) / 100);

export type QuickCell = {
  text: string;
  quick: QuickStyle;
  x: number;
  widthMax: number;
  align?: 'right';
};

type PlainCell = { quick: QuickStyle; letters: readonly Letter[]; x: number };

function commandsOf({ quick, letters, x }: PlainCell, fromBottom: number): string {
  const { document } = quick.sheet;
  const { id } = document.font(quick.typeface)._font;
  document.page.fonts[id] ??= document._font.ref();
  const codes = letters.map(({ code }) => code).join('');
  return `/${id} ${quick.style.size} Tf ${inkOf(quick.style.color)} rg
1 0 0 1 ${coordinate(x)} ${coordinate(fromBottom)} Tm <${codes}> Tj`;
}

/** Cells with the same baseline, in the order in which they are read. */
export function writeQuickly(cells: readonly QuickCell[], y: number): void {
  const plain: PlainCell[] = [];
  for (const { text, quick, x, widthMax, align } of cells) {
    const letters = lettersOf(quick, text);
    if (letters) {
      const shown = cut(quick, letters, widthMax);
      const start = align === 'right' ? x - widthOf(shown) : x;
      if (shown.length > 0) plain.push({ quick, letters: shown, x: start });
    } else {
      const column = { ...quick.style, width: widthMax, linesMax: 1 };
      const [short = ''] = wrap(quick.sheet, text, column);
      write(quick.sheet, short, { ...quick.style, x, y, ...(align ? { align } : {}) });
    }
  }
  const [first] = plain;
  if (!first) return;
  const { document } = first.quick.sheet;
  const { height } = document.page;
  const commands = plain.map((cell) => commandsOf(cell, height - y));
  document.addContent(`q 1 0 0 -1 0 ${height} cm BT ${commands.join(' ')} ET Q`);
}
