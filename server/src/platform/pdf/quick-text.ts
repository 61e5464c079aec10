/**
 * Text for long tables: thousands of short cells in one style. Laying out each cell separately would take a second
 * for a thousand lines. Here, every letter is encoded once per document, without kerning. Text that needs more than
 * the Latin typeface is drawn by `write`.
 */
import { type Sheet, type Style, wrap, write } from './sheet.ts';
import { openTypeface } from './typefaces.ts';

type Letter = { code: string; width: number };

type EncodedText = { codes: string; width: number };

export type QuickStyle = {
  sheet: Sheet;
  style: Style;
  typeface: string;
  ink: string;
  /** Indexed by character code. Null for a letter that does not match `PLAIN`. */
  letters: (Letter | null)[];
  page: object | null;
};

/** Thousandths are precise enough for positions and colors. */
const PRECISION = 1000;
const rounded = (value: number) => String(Math.round(value * PRECISION) / PRECISION);

function toInk(color: string): string {
  const parts = [1, 3, 5].map((index) => Number.parseInt(color.slice(index, index + 2), 16) / 255);
  return parts.map(rounded).join(' ');
}

const styles = new WeakMap<Sheet, Map<Style, QuickStyle>>();

/** Create one per style of a document, because headings and page numbers repeat on every page. */
export function quickStyle(sheet: Sheet, style: Style): QuickStyle {
  const known = styles.get(sheet) ?? new Map<Style, QuickStyle>();
  styles.set(sheet, known);
  const typeface = style.weight === 'regular' ? 'inter-latin-400' : 'inter-latin-600';
  const ink = toInk(style.color);
  const quick = known.get(style) ?? {
    sheet,
    style,
    typeface,
    ink,
    letters: [],
    page: null,
  };
  known.set(style, quick);
  return quick;
}

/** Letters that look the same in every context. */
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

/** Plain letters are one UTF-16 unit each. Half of a surrogate pair is not a plain letter. */
function letterAt(quick: QuickStyle, unit: number): Letter | null {
  const known = quick.letters[unit];
  if (known !== undefined) return known;
  const letter = encodeLetter(quick, String.fromCharCode(unit));
  quick.letters[unit] = letter;
  return letter;
}

const ELLIPSIS = 0x2026;

/** Returns null if a letter is not plain. Text that exceeds the width is truncated with an ellipsis. */
function encode(quick: QuickStyle, text: string, widthMax: number): EncodedText | null {
  const ellipsis = letterAt(quick, ELLIPSIS);
  const room = widthMax - (ellipsis?.width ?? 0);
  let [codes, width] = ['', 0];
  let [fitting, fittingWidth] = ['', 0];
  for (let index = 0; index < text.length; index += 1) {
    const letter = letterAt(quick, text.charCodeAt(index));
    if (!letter) return null;
    codes += letter.code;
    width += letter.width;
    if (width <= room) [fitting, fittingWidth] = [codes, width];
  }
  if (width <= widthMax || !ellipsis) return { codes, width };
  return { codes: fitting + ellipsis.code, width: fittingWidth + ellipsis.width };
}

export type QuickColumn = {
  quick: QuickStyle;
  x: number;
  widthMax: number;
  align?: 'right' | undefined;
  /** Cache of encoded texts, because dates and amounts repeat. */
  known: Map<string, EncodedText | null>;
};

const KNOWN_MAX = 2000;

export function quickColumn(column: Omit<QuickColumn, 'known'>): QuickColumn {
  return { ...column, known: new Map() };
}

function encodedIn({ quick, widthMax, known }: QuickColumn, text: string): EncodedText | null {
  const held = known.get(text);
  if (held !== undefined) return held;
  const encoded = encode(quick, text, widthMax);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(text, encoded);
  return encoded;
}

function writeSlowly({ quick, x, widthMax, align }: QuickColumn, text: string, y: number): void {
  const [short = ''] = wrap(quick.sheet, text, { ...quick.style, width: widthMax, linesMax: 1 });
  write(quick.sheet, short, { ...quick.style, x, y, ...(align ? { align } : {}) });
}

/** PDF requires the font to be a resource of the page. */
function fontOn(quick: QuickStyle): string {
  const { document } = quick.sheet;
  const { id } = document.font(quick.typeface)._font;
  document.page.fonts[id] ??= document._font.ref();
  quick.page = document.page;
  return id;
}

const fontNames = new WeakMap<QuickStyle, string>();

function toFontName(quick: QuickStyle): string {
  const known = fontNames.get(quick);
  if (known !== undefined && quick.page === quick.sheet.document.page) return known;
  const name = `/${fontOn(quick)} ${quick.style.size} Tf ${quick.ink} rg`;
  fontNames.set(quick, name);
  return name;
}

/**
 * Returns the commands that write one text per column, on the same baseline and in reading order. Returns null if a
 * text needs more than plain letters.
 */
export function quickCommands(
  columns: readonly QuickColumn[],
  texts: readonly string[],
  y: number,
): string | null {
  const { height } = columns[0]?.quick.sheet.document.page ?? { height: 0 };
  const baseline = rounded(height - y);
  let [commands, font] = ['', ''];
  for (const [index, column] of columns.entries()) {
    const text = texts[index] ?? '';
    if (text === '') continue;
    const encoded = encodedIn(column, text);
    if (!encoded) return null;
    const name = toFontName(column.quick);
    if (name !== font) commands += `${name}\n`;
    font = name;
    const start = rounded(column.align === 'right' ? column.x - encoded.width : column.x);
    commands += `1 0 0 1 ${start} ${baseline} Tm <${encoded.codes}> Tj\n`;
  }
  return commands === '' ? '' : `q 1 0 0 -1 0 ${height} cm BT ${commands}ET Q\n`;
}

export function writeQuickly(
  columns: readonly QuickColumn[],
  texts: readonly string[],
  y: number,
): void {
  const commands = quickCommands(columns, texts, y);
  if (commands) columns[0]?.quick.sheet.document.addContent(toBytes(commands));
  if (commands !== null) return;
  for (const [index, column] of columns.entries()) {
    const text = texts[index] ?? '';
    if (text !== '') writeSlowly(column, text, y);
  }
}

/** Passing bytes is faster, because pdfkit converts text letter by letter. */
export const toBytes = (commands: string) => Buffer.from(commands, 'latin1');
