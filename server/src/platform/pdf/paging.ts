/**
 * Multi-page documents: the header of each further page, page numbers, and paragraphs that continue across pages.
 */

import { BOTTOM, hairline, INK, LEFT, QUIET, RIGHT, SMALL } from './letterhead.ts';
import { quickColumn, quickStyle, writeQuickly } from './quick-text.ts';
import { decorate, decoratePages, mark, type Sheet, wrap, write } from './sheet.ts';

export type PageHead = { name: string; label: string };

export const CELL = { size: 9.5, weight: 'regular', color: INK } as const;
export const COLUMN_HEAD = { size: 9, weight: 'semibold', color: QUIET } as const;
export const CELL_HEIGHT = 13;
const PARAGRAPH_LINES_MAX = 60;
const TOP = 60;
/** Leaves room for the page number. */
const CONTENT_BOTTOM = BOTTOM - 28;

/** Returns the y position at which the page begins. */
function turnPage(sheet: Sheet, { name, label }: PageHead): number {
  sheet.document.addPage();
  const quick = quickStyle(sheet, SMALL);
  const columns = [
    quickColumn({ quick, x: LEFT, widthMax: 300 }),
    quickColumn({ quick, x: RIGHT, widthMax: 190, align: 'right' }),
  ];
  decorate(sheet, () => writeQuickly(columns, [name, label], TOP - 12));
  hairline(sheet, TOP);
  return TOP + 14;
}

/** Returns the y position at which `height` fits, on this page or the next one. */
export function roomFor(sheet: Sheet, head: PageHead, at: { y: number; height: number }): number {
  return at.y + at.height <= CONTENT_BOTTOM ? at.y : turnPage(sheet, head);
}

export type Paragraph = { title: string; text: string; top: number };

/** Returns the y position below the paragraph. */
export function drawParagraph(
  sheet: Sheet,
  head: PageHead,
  { title, text, top }: Paragraph,
): number {
  const column = { ...CELL, width: RIGHT - LEFT, linesMax: PARAGRAPH_LINES_MAX };
  const lines = wrap(sheet, text, column);
  let y = roomFor(sheet, head, { y: top + 14, height: 18 + CELL_HEIGHT });
  const draw = () => write(sheet, title, { ...COLUMN_HEAD, x: LEFT, y: y + 11 });
  mark(sheet, { parent: sheet.root, type: 'H2', text: title, draw });
  y += 18;
  for (const line of lines) {
    y = roomFor(sheet, head, { y, height: CELL_HEIGHT });
    const at = { ...CELL, x: LEFT, y: y + 10 };
    mark(sheet, { parent: sheet.root, type: 'P', text: line, draw: () => write(sheet, line, at) });
    y += CELL_HEIGHT;
  }
  return y;
}

export function drawPageNumbers(
  sheet: Sheet,
  text: (number: number, count: number) => string,
): void {
  const quick = quickStyle(sheet, SMALL);
  const column = quickColumn({ quick, x: RIGHT, widthMax: 200, align: 'right' });
  decoratePages(sheet, ({ number, count }) => {
    writeQuickly([column], [text(number, count)], BOTTOM);
  });
}
