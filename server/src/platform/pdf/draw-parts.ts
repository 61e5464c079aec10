/** Draws the invoices covered by a payment, on separate pages after the receipt (R48). */
import type { StructureElement } from 'pdfkit';
import { BOTTOM, hairline, INK, LEFT, QUIET, RIGHT, SMALL } from './letterhead.ts';
import { decorate, decoratePages, group, mark, type Sheet, wrap, write } from './sheet.ts';

export type PaidPartLine = { text: string; amount: string; fee: string; total: string };

export type PaidParts = {
  title: string;
  columns: PaidPartLine;
  lines: readonly PaidPartLine[];
};

const CELL = { size: 9.5, weight: 'regular', color: INK } as const;
const HEAD = { size: 9, weight: 'semibold', color: QUIET } as const;
const TITLE = { size: 12, weight: 'semibold', color: INK } as const;
const COLUMNS = [
  { key: 'amount', right: 392 },
  { key: 'fee', right: 472 },
  { key: 'total', right: RIGHT },
] as const;
const TEXT_WIDTH = 260;
const ROW_HEIGHT = 20;
const TOP = 60;
/** Leaves room for the page number. */
const CONTENT_BOTTOM = BOTTOM - 28;

/** Screen readers get the column headings only once. */
function drawHeads(
  sheet: Sheet,
  columns: PaidPartLine,
  { top, table }: { top: number; table: StructureElement | null },
): number {
  const y = top + 12;
  const row = table && group(sheet, 'TR', table);
  const head = (text: string, draw: () => void) =>
    row
      ? mark(sheet, { parent: row, type: 'TH', scope: 'Column', text, draw })
      : decorate(sheet, draw);
  head(columns.text, () => write(sheet, columns.text, { ...HEAD, x: LEFT, y }));
  for (const { key, right } of COLUMNS) {
    const at = { ...HEAD, x: right, y, align: 'right' } as const;
    head(columns[key], () => write(sheet, columns[key], at));
  }
  return top + ROW_HEIGHT;
}

function drawLine(
  sheet: Sheet,
  line: PaidPartLine,
  { top, table }: { top: number; table: StructureElement },
): void {
  hairline(sheet, top);
  const y = top + 13;
  const row = group(sheet, 'TR', table);
  const [text = ''] = wrap(sheet, line.text, { ...CELL, width: TEXT_WIDTH, linesMax: 1 });
  const draw = () => write(sheet, text, { ...CELL, x: LEFT, y });
  mark(sheet, { parent: row, type: 'TD', text: line.text, draw });
  for (const { key, right } of COLUMNS) {
    const at = { ...CELL, isTabular: true, x: right, y, align: 'right' } as const;
    mark(sheet, {
      parent: row,
      type: 'TD',
      text: line[key],
      draw: () => write(sheet, line[key], at),
    });
  }
}

export function drawParts(sheet: Sheet, { title, columns, lines }: PaidParts): void {
  sheet.document.addPage();
  const at = { ...TITLE, x: LEFT, y: TOP };
  mark(sheet, { parent: sheet.root, type: 'H2', text: title, draw: () => write(sheet, title, at) });
  const table = group(sheet, 'Table', sheet.root);
  let y = drawHeads(sheet, columns, { top: TOP + 12, table });
  for (const line of lines) {
    if (y + ROW_HEIGHT > CONTENT_BOTTOM) {
      sheet.document.addPage();
      y = drawHeads(sheet, columns, { top: TOP, table: null });
    }
    drawLine(sheet, line, { top: y, table });
    y += ROW_HEIGHT;
  }
  hairline(sheet, y);
  decoratePages(sheet, ({ number, count }) => {
    const place = { ...SMALL, x: RIGHT, y: BOTTOM + 14, align: 'right' } as const;
    write(sheet, `${number} / ${count}`, place);
  });
}
