/**
 * Text of long tables: thousands of short cells in one style. Laying out each of them anew would take a second for a
 * thousand lines; here every letter is encoded once for a document, without kerning. Text that needs more than the
 * Latin typeface is left to `write`.
 */
import { type Sheet, type Style, wrap, write } from '../sheet.ts';
import { openTypeface } from '../typefaces.ts';

type Letter = { code: string; width: number };

/** A text, or the beginning of one that is too long, as the document shows it. */
type Encoded = { codes: string; width: number };

/** A style in one document. */
export type QuickStyle = {
  sheet: Sheet;
  style: Style;
  typeface: string;
  ink: string;
  letters: Map<string, Letter | null>;
};

/** Thousandths are exact enough for places and colors. */
const PRECISION = 1000;
const rounded = (value: number) => String(Math.round(value * PRECISION) / PRECISION);

/** `#1f2933` as the operands of a fill color. */
function inkOf(color: string): string {
  const parts = [1, 3, 5].map((index) => Number.parseInt(color.slice(index, index + 2), 16) / 255);
  return parts.map(rounded).join(' ');
}

export function quickStyle(sheet: Sheet, style: Style): QuickStyle {
  const typeface = style.weight === 'regular' ? 'inter-latin-400' : 'inter-latin-600';
  return { sheet, style, typeface, ink: inkOf(style.color), letters: new Map() };
}

/** The letters that stand for themselves in every context. */
const PLAIN = /^[\x20-\x7e\xa1-\xff…–—−]$/;

function encodeLetter({ sheet, style, typeface }: QuickStyle, sign: string): Letter | null {
  const face = openTypeface(typeface);
  if (!PLAIN.test(sign) || !face.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)) return null;
  const { document, typefaces } = sheet;
  if (!typefaces.has(typeface)) document.registerFont(typeface, face);
  typefaces.add(typeface);
  const features = { calt: false, tnum: style.isTabular === true };
  const width = document.font(typeface).fontSize(style.size).widthOfString(sign, { features });
  const [codes] = document._font.encode(sign, features);
  return { code: codes.join(''), width };
}

function letterOf(quick: QuickStyle, sign: string): Letter | null {
  const known = quick.letters.get(sign);
  if (known !== undefined) return known;
  const letter = encodeLetter(quick, sign);
  quick.letters.set(sign, letter);
  return letter;
}

/** Null when a letter is not plain. What exceeds the width is replaced by an ellipsis. */
function encode(quick: QuickStyle, text: string, widthMax: number): Encoded | null {
  const ellipsis = letterOf(quick, '…');
  let [codes, width] = ['', 0];
  let fitting: Encoded = { codes, width };
  for (const sign of text) {
    const letter = letterOf(quick, sign);
    if (!letter) return null;
    codes += letter.code;
    width += letter.width;
    if (width + (ellipsis?.width ?? 0) <= widthMax) fitting = { codes, width };
  }
  if (width <= widthMax || !ellipsis) return { codes, width };
  return { codes: fitting.codes + ellipsis.code, width: fitting.width + ellipsis.width };
}

export type QuickCell = {
  text: string;
  quick: QuickStyle;
  x: number;
  widthMax: number;
  align?: 'right' | undefined;
};

function writeSlowly({ text, quick, x, widthMax, align }: QuickCell, y: number): void {
  const [short = ''] = wrap(quick.sheet, text, { ...quick.style, width: widthMax, linesMax: 1 });
  write(quick.sheet, short, { ...quick.style, x, y, ...(align ? { align } : {}) });
}

/** The font must be a resource of the page. */
function fontOn({ sheet: { document }, typeface }: QuickStyle): string {
  const { id } = document.font(typeface)._font;
  document.page.fonts[id] ??= document._font.ref();
  return id;
}

/** Cells with the same baseline, in the order in which they are read. */
export function writeQuickly(cells: readonly QuickCell[], y: number): void {
  const commands: string[] = [];
  const [first] = cells;
  if (!first) return;
  const { document } = first.quick.sheet;
  const { height } = document.page;
  for (const cell of cells) {
    const { text, quick, x, widthMax, align } = cell;
    if (text === '') continue;
    const encoded = encode(quick, text, widthMax);
    if (!encoded) {
      writeSlowly(cell, y);
      continue;
    }
    const start = rounded(align === 'right' ? x - encoded.width : x);
    commands.push(
      `/${fontOn(quick)} ${quick.style.size} Tf ${quick.ink} rg 1 0 0 1 ${start} ${rounded(height - y)} Tm <${encoded.codes}> Tj`,
    );
  }
  if (commands.length === 0) return;
  document.addContent(`q 1 0 0 -1 0 ${height} cm BT ${commands.join('\n')} ET Q`);
}
