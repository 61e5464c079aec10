/**
 * A sheet of paper to write on: measured, wrapped and cut lines of any script, and the structure that
 * a screen reader goes by. What stands on it is not decided here.
 */
import PDFDocument, {
  type Features,
  type Picture,
  type StructureElement,
  type StructureOptions,
} from 'pdfkit';
import { clustersOf, isFromRight, type Run, runsOf } from './text-runs.ts';
import { openTypeface, type Weight } from './typefaces.ts';

export type Sheet = {
  document: PDFDocument;
  /** Typefaces this document has been given. */
  typefaces: Set<string>;
  /** The element that all others are in. */
  root: StructureElement;
};

export type Style = {
  size: number;
  weight: Weight;
  color: string;
  /** All figures equally wide: for amounts below each other. */
  isTabular?: true;
};

/** `y` is where the letters stand, `x` where the line begins, ends or has its middle. */
export type Line = Style & { x: number; y: number; align?: 'left' | 'right' | 'center' };

const ELLIPSIS = '…';

/** Without Inter's contextual forms, which nobody would miss and which cost most of the time. */
function featuresOf({ isTabular }: Style): Features {
  return { calt: false, tnum: isTabular === true };
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The title is written into the file as it is: ours, and never somebody's name. */
export type SheetOptions = { title: string; createdAt: string };

export function openSheet({ title, createdAt }: SheetOptions): Sheet {
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    compress: true,
    font: null,
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
  const features = featuresOf(style);
  return sheet.document.fontSize(style.size).widthOfString(text, { features });
}

export function widthOf(sheet: Sheet, text: string, style: Style): number {
  return runsOf(text, style.weight).reduce((sum, run) => sum + widthOfRun(sheet, run, style), 0);
}

function startOf({ x, align = 'left' }: Line, width: number): number {
  if (align === 'right') return x - width;
  return align === 'center' ? x - width / 2 : x;
}

export function write(sheet: Sheet, text: string, line: Line): void {
  const runs = runsOf(text, line.weight).map((run) => ({
    ...run,
    width: widthOfRun(sheet, run, line),
  }));
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  let x = startOf(line, width);
  for (const run of runs) {
    useTypeface(sheet, run.typeface);
    sheet.document.fillColor(line.color).text(run.text, x, line.y, {
      lineBreak: false,
      baseline: 'alphabetic',
      features: featuresOf(line),
      textWidth: run.width,
    });
    x += run.width;
  }
}

/** Words and spaces; a sign stays with the word before it. */
function wordsOf(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = found.at(-1);
    const isSign = !isWordLike && segment.trim() !== '';
    if (isSign && last !== undefined && last.trim() !== '')
      found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

type Piece = { text: string; width: number };

/** Words, and what is longer than a line by itself letter by letter. */
function piecesOf(sheet: Sheet, text: string, column: Column): Piece[] {
  const measured = (piece: string) => ({ text: piece, width: widthOf(sheet, piece, column) });
  return wordsOf(text)
    .map(measured)
    .flatMap((word) => (word.width <= column.width ? [word] : clustersOf(word.text).map(measured)));
}

function widthOfPieces(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { width }) => sum + width, 0);
}

/** As much of the pieces as fits before an ellipsis. */
function cut(sheet: Sheet, pieces: readonly Piece[], column: Column): string {
  const room = column.width - widthOf(sheet, ELLIPSIS, column);
  const letters = pieces.flatMap(({ text }) => piecesOf(sheet, text, { ...column, width: 0 }));
  while (widthOfPieces(letters) > room) letters.pop();
  return (
    letters
      .map(({ text }) => text)
      .join('')
      .trimEnd() + ELLIPSIS
  );
}

export type Column = Style & { width: number; linesMax: number };

/** As many lines as allowed; the last one ends in '…' when there is more to say. */
export function wrap(sheet: Sheet, text: string, column: Column): string[] {
  const { width, linesMax } = column;
  const lines: Piece[][] = [[]];
  for (const piece of piecesOf(sheet, text, column)) {
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
  return [...lines.slice(0, linesMax - 1).map(written), cut(sheet, rest, column)];
}

/** Null for a picture that cannot be shown. */
export function openPicture({ document }: Sheet, bytes: Buffer): Picture | null {
  try {
    return document.openImage(bytes);
  } catch {
    return null;
  }
}

/** Drawn for the eye only: a screen reader passes it by. */
export function decorate({ document }: Sheet, draw: (document: PDFDocument) => void): void {
  document.markContent('Artifact', { type: 'Layout' });
  draw(document);
  document.endMarkedContent();
}

export function group(sheet: Sheet, type: string, parent: StructureElement): StructureElement {
  const element = sheet.document.struct(type);
  parent.add(element);
  return element;
}

export type Marked = Pick<StructureOptions, 'scope'> & {
  parent: StructureElement;
  type: string;
  /** What the letters say, given where they stand in another order than they are read. */
  text: string;
  draw(): void;
};

export function mark({ document }: Sheet, { parent, type, text, draw, ...options }: Marked): void {
  const actual = isFromRight(text) ? { actual: text } : {};
  parent.add(document.struct(type, { ...options, ...actual }, [draw]));
}

export async function finish({ document, root }: Sheet): Promise<Buffer<ArrayBuffer>> {
  root.end();
  document.end();
  const parts: Buffer[] = [];
  for await (const part of document) parts.push(part);
  return Buffer.concat(parts);
}
