/**
 * The pages of a PDF: measured, wrapped and truncated lines in any script, and the structure tree for screen
 * readers. Independent of the content.
 */
import PDFDocument, {
  type Features,
  type Picture,
  type StructureElement,
  type StructureOptions,
} from 'pdfkit';
import { hasRightToLeft, type Run, splitClusters, splitRunsFor } from './text-runs.ts';
import { openTypeface, type Weight } from './typefaces.ts';

export type Sheet = {
  document: PDFDocument;
  typefaces: Set<string>;
  root: StructureElement;
};

export type Style = {
  size: number;
  weight: Weight;
  color: string;
  /** Uses digits of equal width, for columns of amounts. */
  isTabular?: true;
};

/** `y` is the baseline. `x` is the start, end or center of the line. */
export type Line = Style & { x: number; y: number; align?: 'left' | 'right' | 'center' };

const ELLIPSIS = '…';

/** Inter's contextual alternates are off, because they take most of the layout time and change nothing here. */
function toFeatures({ isTabular }: Style): Features {
  return { calt: false, tnum: isTabular === true };
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The title goes into the file's metadata, so it must not contain personal data. */
export type SheetOptions = {
  title: string;
  createdAt: string;
  /** Language for screen readers. Defaults to English. */
  locale?: string;
};

export function openSheet({ title, createdAt, locale = 'en-US' }: SheetOptions): Sheet {
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: locale,
    compress: true,
    font: null,
    bufferPages: true,
    info: { Title: title, CreationDate: new Date(createdAt) },
  });
  const root = document.struct('Document');
  document.addStructure(root);
  return { document, typefaces: new Set(), root };
}

function useTypeface({ document, typefaces }: Sheet, name: string): void {
  if (!typefaces.has(name)) document.registerFont(name, openTypeface(name));
  typefaces.add(name);
  document.font(name);
}

function widthOfRun(sheet: Sheet, { text, typeface }: Run, style: Style): number {
  useTypeface(sheet, typeface);
  const features = toFeatures(style);
  return sheet.document.fontSize(style.size).widthOfString(text, { features });
}

function computeWidth(sheet: Sheet, text: string, style: Style): number {
  return splitRunsFor(text, style.weight).reduce(
    (sum, run) => sum + widthOfRun(sheet, run, style),
    0,
  );
}

function toStart({ x, align = 'left' }: Line, width: number): number {
  if (align === 'right') return x - width;
  return align === 'center' ? x - width / 2 : x;
}

export function write(sheet: Sheet, text: string, line: Line): void {
  const runs = splitRunsFor(text, line.weight).map((run) => ({
    ...run,
    width: widthOfRun(sheet, run, line),
  }));
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  let x = toStart(line, width);
  for (const run of runs) {
    useTypeface(sheet, run.typeface);
    sheet.document.fillColor(line.color).text(run.text, x, line.y, {
      lineBreak: false,
      baseline: 'alphabetic',
      features: toFeatures(line),
      textWidth: run.width,
    });
    x += run.width;
  }
}

function parseWords(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = found.at(-1);
    const isPunctuation = !isWordLike && segment.trim() !== '';
    if (isPunctuation && last !== undefined && last.trim() !== '')
      found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

type Piece = { text: string; width: number };

/** A word longer than a line is split into characters. */
function toPieces(sheet: Sheet, text: string, column: Column): Piece[] {
  const measured = (piece: string) => ({ text: piece, width: computeWidth(sheet, piece, column) });
  return parseWords(text)
    .map(measured)
    .flatMap((word) =>
      word.width <= column.width ? [word] : splitClusters(word.text).map(measured),
    );
}

function widthOfPieces(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { width }) => sum + width, 0);
}

function truncate(sheet: Sheet, pieces: readonly Piece[], column: Column): string {
  const room = column.width - computeWidth(sheet, ELLIPSIS, column);
  const letters = pieces.flatMap(({ text }) => toPieces(sheet, text, { ...column, width: 0 }));
  while (widthOfPieces(letters) > room) letters.pop();
  return (
    letters
      .map(({ text }) => text)
      .join('')
      .trimEnd() + ELLIPSIS
  );
}

export type Column = Style & { width: number; linesMax: number };

/** Returns at most `linesMax` lines. The last one ends in '…' if the text is longer. */
export function wrap(sheet: Sheet, text: string, column: Column): string[] {
  const { width, linesMax } = column;
  const lines: Piece[][] = [[]];
  for (const piece of toPieces(sheet, text, column)) {
    const last = lines.at(-1) ?? [];
    const isSpace = piece.text.trim() === '';
    if (isSpace || widthOfPieces([...last, piece]) <= width) last.push(piece);
    else lines.push([piece]);
  }
  const written = (line: readonly Piece[]) =>
    line
      .map((piece) => piece.text)
      .join('')
      .trim();
  if (lines.length <= linesMax) return lines.map(written);
  const rest = lines.slice(linesMax - 1, linesMax + 1).flat();
  return [...lines.slice(0, linesMax - 1).map(written), truncate(sheet, rest, column)];
}

/** Returns null for an image that pdfkit cannot decode. */
export function openPicture({ document }: Sheet, bytes: Buffer): Picture | null {
  try {
    return document.openImage(bytes);
  } catch {
    return null;
  }
}

export function decorate({ document }: Sheet, draw: (document: PDFDocument) => void): void {
  document.markContent('Artifact', { type: 'Layout' });
  draw(document);
  document.endMarkedContent();
}

export function decoratePages(
  sheet: Sheet,
  draw: (page: { number: number; count: number }) => void,
): void {
  const { start, count } = sheet.document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    sheet.document.switchToPage(start + index);
    decorate(sheet, () => draw({ number: index + 1, count }));
  }
}

export function group(sheet: Sheet, type: string, parent: StructureElement): StructureElement {
  const element = sheet.document.struct(type);
  parent.add(element);
  return element;
}

export type MarkOptions = Pick<StructureOptions, 'scope' | 'alt'> & {
  parent: StructureElement;
  type: string;
  /** The text in logical order, for screen readers, if it is drawn in a different order. */
  text: string;
  draw(): void;
};

export function mark(
  { document }: Sheet,
  { parent, type, text, draw, ...options }: MarkOptions,
): void {
  const actual = hasRightToLeft(text) ? { actual: text } : {};
  parent.add(document.struct(type, { ...options, ...actual }, [draw]));
}

export async function finish({ document, root }: Sheet): Promise<Buffer<ArrayBuffer>> {
  root.end();
  document.end();
  const parts: Buffer[] = [];
  for await (const part of document) parts.push(part);
  return Buffer.concat(parts);
}
