/**
 * Draws an invoice (R26): the company, what is due, whom it is for, the lines and the sums, on as many pages as they
 * need. Each page names the invoice, and the columns are named again on each.
 */
import type { StructureElement } from 'pdfkit';
import {
  BOTTOM,
  type CompanyHead,
  cleanHead,
  drawAmount,
  drawHead,
  drawWarning,
  hairline,
  INK,
  LEFT,
  QUIET,
  RIGHT,
  SMALL,
} from './letterhead.ts';
import { drawFact, drawSum } from './rows.ts';
import {
  decorate,
  decoratePages,
  finish,
  group,
  mark,
  openSheet,
  type Sheet,
  wrap,
  write,
} from './sheet.ts';
import { cleanText } from './text-runs.ts';

export type InvoiceLine = {
  text: string;
  quantity: string;
  unitPrice: string;
  tax: string;
  amount: string;
};

export type InvoiceDocument = {
  number: string;
  /** The creation date in the file's metadata. */
  drawnAt: string;
  company: CompanyHead;
  total: string;
  /** 'Due on December 1, 2026' */
  headline: string;
  /** Highlighted: a draft, or voided. */
  warning: string | null;
  facts: readonly (readonly [label: string, value: string])[];
  lines: readonly InvoiceLine[];
  sums: readonly (readonly [label: string, value: string])[];
  /** Texts with their titles: the note, and how to pay. */
  paragraphs: readonly (readonly [title: string, text: string])[];
};

const CELL = { size: 9.5, weight: 'regular', color: INK } as const;
const AMOUNT_CELL = { ...CELL, isTabular: true } as const;
const COLUMN_HEAD = { size: 9, weight: 'semibold', color: QUIET } as const;
const CELL_HEIGHT = 13;
const CELL_PADDING = 6;
const TEXT_LINES_MAX = 15;
const PARAGRAPH_LINES_MAX = 60;
const FACT = { linesMax: 8, padding: 3 };
/** Above the page number. */
const CONTENT_BOTTOM = BOTTOM - 28;
const TOP = 60;
/** Of the last sum; the others are lower. */
const LAST_SUM_HEIGHT = 36;
const SUM_HEIGHT = 23;

/** The right edge of each column of amounts; the text is to the left of them. */
const COLUMNS = [
  { key: 'quantity', title: 'Quantity', right: 318 },
  { key: 'unitPrice', title: 'Unit price', right: 398 },
  { key: 'tax', title: 'Tax', right: 466 },
  { key: 'amount', title: 'Amount', right: RIGHT },
] as const;
const TEXT_TITLE = 'Description';
const TEXT_WIDTH = 208;

function turnPage(sheet: Sheet, { company, number }: InvoiceDocument): number {
  sheet.document.addPage();
  decorate(sheet, () => {
    const [name = ''] = wrap(sheet, company.name, { ...SMALL, width: 300, linesMax: 1 });
    write(sheet, name, { ...SMALL, x: LEFT, y: TOP - 12 });
    const [short = ''] = wrap(sheet, number, { ...SMALL, width: 150, linesMax: 1 });
    write(sheet, `Invoice ${short}`, { ...SMALL, x: RIGHT, y: TOP - 12, align: 'right' });
  });
  hairline(sheet, TOP);
  return TOP + 14;
}

/** The y position at which `height` fits, on this page or the next one. */
function roomFor(
  sheet: Sheet,
  document: InvoiceDocument,
  at: { y: number; height: number },
): number {
  return at.y + at.height <= CONTENT_BOTTOM ? at.y : turnPage(sheet, document);
}

function writeColumnHeads(sheet: Sheet, y: number): void {
  write(sheet, TEXT_TITLE, { ...COLUMN_HEAD, x: LEFT, y });
  for (const { title, right } of COLUMNS) {
    write(sheet, title, { ...COLUMN_HEAD, x: right, y, align: 'right' });
  }
}

/** Screen readers get the heads of the columns once. */
function markColumnHeads(sheet: Sheet, table: StructureElement, top: number): number {
  const y = top + 11;
  const row = group(sheet, 'TR', table);
  const head = (text: string, draw: () => void) =>
    mark(sheet, { parent: row, type: 'TH', scope: 'Column', text, draw });
  head(TEXT_TITLE, () => write(sheet, TEXT_TITLE, { ...COLUMN_HEAD, x: LEFT, y }));
  for (const { title, right } of COLUMNS) {
    head(title, () => write(sheet, title, { ...COLUMN_HEAD, x: right, y, align: 'right' }));
  }
  return top + 18;
}

function repeatColumnHeads(sheet: Sheet, top: number): number {
  decorate(sheet, () => writeColumnHeads(sheet, top + 11));
  return top + 18;
}

type Placed = { texts: readonly string[]; table: StructureElement; top: number };

function drawLine(sheet: Sheet, line: InvoiceLine, { texts, table, top }: Placed): void {
  hairline(sheet, top);
  const y = top + CELL_PADDING + 10;
  const row = group(sheet, 'TR', table);
  mark(sheet, {
    parent: row,
    type: 'TD',
    text: line.text,
    draw() {
      texts.forEach((text, index) => {
        write(sheet, text, { ...CELL, x: LEFT, y: y + index * CELL_HEIGHT });
      });
    },
  });
  for (const { key, right } of COLUMNS) {
    const at = { ...AMOUNT_CELL, x: right, y, align: 'right' } as const;
    const draw = () => write(sheet, line[key], at);
    mark(sheet, { parent: row, type: 'TD', text: line[key], draw });
  }
}

function drawLines(sheet: Sheet, document: InvoiceDocument, top: number): number {
  const table = group(sheet, 'Table', sheet.root);
  const columnHeads = 18 + CELL_HEIGHT + CELL_PADDING * 2;
  let y = markColumnHeads(sheet, table, roomFor(sheet, document, { y: top, height: columnHeads }));
  for (const line of document.lines) {
    const texts = wrap(sheet, line.text, { ...CELL, width: TEXT_WIDTH, linesMax: TEXT_LINES_MAX });
    const height = texts.length * CELL_HEIGHT + CELL_PADDING * 2;
    const fitting = roomFor(sheet, document, { y, height });
    if (fitting !== y) y = repeatColumnHeads(sheet, fitting);
    drawLine(sheet, line, { texts, table, top: y });
    y += height;
  }
  hairline(sheet, y);
  return y;
}

/** Kept together on one page. */
function drawSums(sheet: Sheet, document: InvoiceDocument, top: number): number {
  const { sums } = document;
  let y = roomFor(sheet, document, {
    y: top + 8,
    height: (sums.length - 1) * SUM_HEIGHT + LAST_SUM_HEIGHT,
  });
  const table = group(sheet, 'Table', sheet.root);
  sums.forEach(([label, value], index) => {
    const isLast = index === sums.length - 1;
    y = drawSum(sheet, { label, value, top: y, table, isLast });
  });
  hairline(sheet, y);
  return y;
}

function drawParagraph(
  sheet: Sheet,
  document: InvoiceDocument,
  { title, text, top }: { title: string; text: string; top: number },
): number {
  const column = { ...CELL, width: RIGHT - LEFT, linesMax: PARAGRAPH_LINES_MAX };
  const lines = wrap(sheet, text, column);
  let y = roomFor(sheet, document, { y: top + 14, height: 18 + CELL_HEIGHT });
  const draw = () => write(sheet, title, { ...COLUMN_HEAD, x: LEFT, y: y + 11 });
  mark(sheet, { parent: sheet.root, type: 'H2', text: title, draw });
  y += 18;
  for (const line of lines) {
    y = roomFor(sheet, document, { y, height: CELL_HEIGHT });
    const at = { ...CELL, x: LEFT, y: y + 10 };
    mark(sheet, { parent: sheet.root, type: 'P', text: line, draw: () => write(sheet, line, at) });
    y += CELL_HEIGHT;
  }
  return y;
}

function drawPageNumbers(sheet: Sheet): void {
  decoratePages(sheet, ({ number, count }) => {
    const at = { ...SMALL, x: RIGHT, y: BOTTOM, align: 'right' } as const;
    write(sheet, `Page ${number} of ${count}`, at);
  });
}

function cleaned(document: InvoiceDocument): InvoiceDocument {
  const pairs = (rows: InvoiceDocument['facts']) =>
    rows.map(([label, value]) => [label, cleanText(value)] as const);
  return {
    ...document,
    number: cleanText(document.number),
    company: cleanHead(document.company),
    facts: pairs(document.facts),
    lines: document.lines.map((line) => ({ ...line, text: cleanText(line.text) })),
    paragraphs: pairs(document.paragraphs),
  };
}

export function drawInvoice(given: InvoiceDocument): Promise<Buffer<ArrayBuffer>> {
  const document = cleaned(given);
  const { number, drawnAt, warning, facts, paragraphs } = document;
  const sheet = openSheet({ title: `Invoice ${number}`, createdAt: drawnAt });
  const headEnd = drawHead(sheet, { ...document, title: 'Invoice' });
  hairline(sheet, headEnd);
  const amountEnd = drawAmount(sheet, document, headEnd);
  let y = warning === null ? amountEnd : drawWarning(sheet, warning, amountEnd);
  const table = group(sheet, 'Table', sheet.root);
  for (const [label, value] of facts) {
    y = drawFact(sheet, { label, value, top: y, table, ...FACT });
  }
  y = drawLines(sheet, document, y + 14);
  y = drawSums(sheet, document, y);
  for (const [title, text] of paragraphs) {
    y = drawParagraph(sheet, document, { title, text, top: y });
  }
  drawPageNumbers(sheet);
  return finish(sheet);
}
