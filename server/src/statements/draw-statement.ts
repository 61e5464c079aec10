/**
 * Draws an account statement (R60): the balance, the sums, and every line with the balance after it.
 */
import type { StructureElement } from 'pdfkit';
import {
  type CompanyHead,
  cleanHead,
  drawAmount,
  drawHead,
  hairline,
  INK,
  LEFT,
  RIGHT,
} from '../platform/pdf/letterhead.ts';
import { COLUMN_HEAD, drawPageNumbers, type PageHead, roomFor } from '../platform/pdf/paging.ts';
import { quickRows } from '../platform/pdf/quick-rows.ts';
import {
  quickColumn,
  quickCommands,
  quickStyle,
  writeQuickly,
} from '../platform/pdf/quick-text.ts';
import { drawFact, drawSum } from '../platform/pdf/rows.ts';
import {
  decorate,
  finish,
  group,
  mark,
  openSheet,
  type Sheet,
  type Style,
  write,
} from '../platform/pdf/sheet.ts';
import { cleanText } from '../platform/pdf/text-runs.ts';
import type { DocumentTexts } from '../texts/en/server-texts.ts';

export type StatementColumn = 'date' | 'text' | 'charge' | 'credit' | 'balance';
export type StatementCells = Readonly<Record<StatementColumn, string>>;

export type StatementDocument = {
  locale: string;
  title: string;
  /** Example: 'November 1, 2026 – November 30, 2026' */
  period: string;
  drawnAt: string;
  company: CompanyHead;
  total: string;
  headline: string;
  facts: readonly (readonly [label: string, value: string])[];
  sums: readonly (readonly [label: string, value: string])[];
  columns: StatementCells;
  lines: readonly StatementCells[];
  empty: string;
  texts: DocumentTexts;
};

const COLUMNS: readonly { key: StatementColumn; x: number; width: number; isAmount: boolean }[] = [
  // The longest date of any language: '30 de septiembre de 2026'.
  { key: 'date', x: LEFT, width: 110, isAmount: false },
  { key: 'text', x: LEFT + 116, width: 182, isAmount: false },
  { key: 'charge', x: 420, width: 62, isAmount: true },
  { key: 'credit', x: 488, width: 62, isAmount: true },
  { key: 'balance', x: RIGHT, width: 62, isAmount: true },
];
const TEXT = { size: 8.5, weight: 'regular', color: INK } as const;
const AMOUNT = { ...TEXT, isTabular: true } as const;
const LINE_HEIGHT = 15;
const HEADS_HEIGHT = 20;
const FACT = { linesMax: 2, padding: 3 };

type Styles = Readonly<Record<'words' | 'amounts', Style>>;

function columnsIn(sheet: Sheet, { words, amounts }: Styles) {
  return COLUMNS.map(({ x, width, isAmount }) => {
    const quick = quickStyle(sheet, isAmount ? amounts : words);
    return quickColumn({ quick, x, widthMax: width, ...(isAmount ? { align: 'right' } : {}) });
  });
}

const toTexts = ({ date, text, charge, credit, balance }: StatementCells) => [
  date,
  text,
  charge,
  credit,
  balance,
];

function lineWriter(sheet: Sheet, table: StructureElement) {
  const columns = columnsIn(sheet, { words: TEXT, amounts: AMOUNT });
  const rows = quickRows(sheet, table);
  const writeLine = (line: StatementCells, y: number): void => {
    const commands = quickCommands(columns, toTexts(line), y);
    if (commands !== null) {
      rows.add(commands);
      return;
    }
    rows.flush();
    const draw = () => writeQuickly(columns, toTexts(line), y);
    mark(sheet, { parent: table, type: 'P', text: line.text, draw });
  };
  return { writeLine, flush: rows.flush };
}

function drawLines(sheet: Sheet, document: StatementDocument, start: number): number {
  const { columns, lines, company, title, period } = document;
  const head: PageHead = { name: company.name, label: `${title}, ${period}` };
  const headColumns = columnsIn(sheet, { words: COLUMN_HEAD, amounts: COLUMN_HEAD });
  const writeHeads = (top: number) => writeQuickly(headColumns, toTexts(columns), top + 11);
  const table = group(sheet, 'Sect', sheet.root);
  const { writeLine, flush } = lineWriter(sheet, table);
  const heads = COLUMNS.map(({ key }) => columns[key]).join(', ');
  let y = roomFor(sheet, head, { y: start, height: HEADS_HEIGHT + LINE_HEIGHT });
  mark(sheet, { parent: table, type: 'P', text: heads, draw: () => writeHeads(y) });
  y += HEADS_HEIGHT;
  for (const line of lines) {
    const fitting = roomFor(sheet, head, { y, height: LINE_HEIGHT });
    if (fitting !== y) {
      decorate(sheet, () => writeHeads(fitting));
      y = fitting + HEADS_HEIGHT;
    }
    writeLine(line, y + 10);
    y += LINE_HEIGHT;
  }
  flush();
  table.end();
  hairline(sheet, y);
  return y;
}

function cleaned(document: StatementDocument): StatementDocument {
  return {
    ...document,
    company: cleanHead(document.company),
    facts: document.facts.map(([label, value]) => [label, cleanText(value)] as const),
    lines: document.lines.map((line) => ({ ...line, text: cleanText(line.text) })),
  };
}

export function drawStatement(given: StatementDocument): Promise<Buffer<ArrayBuffer>> {
  const document = cleaned(given);
  const { title, period, drawnAt, facts, sums, lines, empty } = document;
  const sheet = openSheet({
    title: `${title}, ${period}`,
    createdAt: drawnAt,
    locale: document.locale,
  });
  const headEnd = drawHead(sheet, { ...document, number: period });
  hairline(sheet, headEnd);
  let y = drawAmount(sheet, document, headEnd);
  const table = group(sheet, 'Table', sheet.root);
  for (const [label, value] of facts) {
    y = drawFact(sheet, { label, value, top: y, table, ...FACT });
  }
  const summary = group(sheet, 'Table', sheet.root);
  hairline(sheet, y);
  y += 6;
  sums.forEach(([label, value], index) => {
    const isLast = index === sums.length - 1;
    y = drawSum(sheet, { label, value, top: y, table: summary, isLast });
  });
  hairline(sheet, y);
  y += 18;
  if (lines.length > 0) y = drawLines(sheet, document, y);
  else {
    const at = { ...TEXT, x: LEFT, y: y + 12 };
    const draw = () => write(sheet, empty, at);
    mark(sheet, { parent: sheet.root, type: 'P', text: empty, draw });
  }
  drawPageNumbers(sheet, document.texts.invoice.page);
  return finish(sheet);
}
