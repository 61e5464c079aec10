/**
 * Draws an invoice (R26): the company, the amount due, the recipient, the lines and the sums, on as many pages as
 * needed. Each page shows the invoice number and repeats the column headers.
 */
import type { StructureElement } from 'pdfkit';
import { drawPayCode, type PayCode } from '../../platform/pdf/draw-pay-code.ts';
import {
  type CompanyHead,
  cleanHead,
  drawAmount,
  drawHead,
  drawWarning,
  hairline,
  LEFT,
  RIGHT,
} from '../../platform/pdf/letterhead.ts';
import {
  CELL,
  CELL_HEIGHT,
  COLUMN_HEAD,
  drawPageNumbers,
  drawParagraph,
  type PageHead,
  roomFor,
} from '../../platform/pdf/paging.ts';
import { drawFact, drawSum } from '../../platform/pdf/rows.ts';
import {
  decorate,
  finish,
  group,
  mark,
  openSheet,
  type Sheet,
  wrap,
  write,
} from '../../platform/pdf/sheet.ts';
import { cleanText } from '../../platform/pdf/text-runs.ts';
import type { DocumentTexts } from '../../texts/en/server-texts.ts';

export type InvoiceLine = {
  text: string;
  quantity: string;
  unitPrice: string;
  tax: string;
  amount: string;
};

export type InvoiceDocument = {
  texts: DocumentTexts;
  number: string;
  drawnAt: string;
  company: CompanyHead;
  total: string;
  headline: string;
  warning: string | null;
  facts: readonly (readonly [label: string, value: string])[];
  lines: readonly InvoiceLine[];
  sums: readonly (readonly [label: string, value: string])[];
  paragraphs: readonly (readonly [title: string, text: string])[];
  payCode: PayCode | null;
};

const AMOUNT_CELL = { ...CELL, isTabular: true } as const;
const CELL_PADDING = 6;
const TEXT_LINES_MAX = 15;
const FACT = { linesMax: 8, padding: 3 };
const LAST_SUM_HEIGHT = 36;
const SUM_HEIGHT = 23;

const COLUMNS = [
  { key: 'quantity', right: 318 },
  { key: 'unitPrice', right: 398 },
  { key: 'tax', right: 466 },
  { key: 'amount', right: RIGHT },
] as const;
const TEXT_WIDTH = 208;

const toPageHead = ({ company, number, texts }: InvoiceDocument): PageHead => ({
  name: company.name,
  label: texts.invoice.titled(number),
});

type ColumnTitles = DocumentTexts['invoice']['columns'];

function writeColumnHeads(sheet: Sheet, titles: ColumnTitles, y: number): void {
  write(sheet, titles.text, { ...COLUMN_HEAD, x: LEFT, y });
  for (const { key, right } of COLUMNS) {
    write(sheet, titles[key], { ...COLUMN_HEAD, x: right, y, align: 'right' });
  }
}

/** Screen readers get the column headers only once. */
function markColumnHeads(
  sheet: Sheet,
  titles: ColumnTitles,
  { table, top }: { table: StructureElement; top: number },
): number {
  const y = top + 11;
  const row = group(sheet, 'TR', table);
  const head = (text: string, draw: () => void) =>
    mark(sheet, { parent: row, type: 'TH', scope: 'Column', text, draw });
  head(titles.text, () => write(sheet, titles.text, { ...COLUMN_HEAD, x: LEFT, y }));
  for (const { key, right } of COLUMNS) {
    const title = titles[key];
    head(title, () => write(sheet, title, { ...COLUMN_HEAD, x: right, y, align: 'right' }));
  }
  return top + 18;
}

function repeatColumnHeads(sheet: Sheet, titles: ColumnTitles, top: number): number {
  decorate(sheet, () => writeColumnHeads(sheet, titles, top + 11));
  return top + 18;
}

type PlacedRow = { texts: readonly string[]; table: StructureElement; top: number };

function drawLine(sheet: Sheet, line: InvoiceLine, { texts, table, top }: PlacedRow): void {
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
  const { columns } = document.texts.invoice;
  const start = roomFor(sheet, toPageHead(document), { y: top, height: columnHeads });
  let y = markColumnHeads(sheet, columns, { table, top: start });
  for (const line of document.lines) {
    const texts = wrap(sheet, line.text, { ...CELL, width: TEXT_WIDTH, linesMax: TEXT_LINES_MAX });
    const height = texts.length * CELL_HEIGHT + CELL_PADDING * 2;
    const fitting = roomFor(sheet, toPageHead(document), { y, height });
    if (fitting !== y) y = repeatColumnHeads(sheet, columns, fitting);
    drawLine(sheet, line, { texts, table, top: y });
    y += height;
  }
  hairline(sheet, y);
  return y;
}

function drawSums(sheet: Sheet, document: InvoiceDocument, top: number): number {
  const { sums } = document;
  let y = roomFor(sheet, toPageHead(document), {
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
  const { number, drawnAt, warning, facts, paragraphs, payCode, texts } = document;
  const { title: name, titled, page } = texts.invoice;
  const sheet = openSheet({ title: titled(number), createdAt: drawnAt, locale: texts.locale });
  const headEnd = drawHead(sheet, { ...document, title: name });
  hairline(sheet, headEnd);
  const amountEnd = drawAmount(sheet, document, headEnd);
  if (payCode) drawPayCode(sheet, payCode, headEnd + 2);
  let y = warning === null ? amountEnd : drawWarning(sheet, warning, amountEnd);
  const table = group(sheet, 'Table', sheet.root);
  for (const [label, value] of facts) {
    y = drawFact(sheet, { label, value, top: y, table, ...FACT });
  }
  y = drawLines(sheet, document, y + 14);
  y = drawSums(sheet, document, y);
  for (const [title, text] of paragraphs) {
    y = drawParagraph(sheet, toPageHead(document), { title, text, top: y });
  }
  drawPageNumbers(sheet, page);
  return finish(sheet);
}
