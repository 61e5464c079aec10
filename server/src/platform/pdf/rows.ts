/** Rows of a document: a labeled fact, and an amount at the right edge. */
import type { StructureElement } from 'pdfkit';
import {
  BODY,
  hairline,
  INK,
  LABEL,
  LEFT,
  LINE_HEIGHT,
  QUIET,
  RIGHT,
  STRONG,
} from './letterhead.ts';
import { group, mark, type Sheet, wrap, write } from './sheet.ts';

const VALUE_X = 212;
const SUM_PADDING = 8;

type Row = { label: string; value: string; top: number; table: StructureElement };
export type Density = { linesMax: number; padding: number };

/** Returns the y position below the row. */
export function drawFact(sheet: Sheet, row: Row & Density): number {
  const { label, value, top, table, linesMax, padding } = row;
  hairline(sheet, top);
  const lines = wrap(sheet, value, { ...BODY, width: RIGHT - VALUE_X, linesMax });
  const element = group(sheet, 'TR', table);
  const y = top + padding + 11;
  mark(sheet, {
    parent: element,
    type: 'TH',
    scope: 'Row',
    text: label,
    draw: () => write(sheet, label, { ...LABEL, x: LEFT, y }),
  });
  mark(sheet, {
    parent: element,
    type: 'TD',
    text: value,
    draw() {
      lines.forEach((line, index) => {
        write(sheet, line, { ...BODY, x: VALUE_X, y: y + index * LINE_HEIGHT });
      });
    },
  });
  return top + padding * 2 + lines.length * LINE_HEIGHT;
}

/** Returns the y position below the row. */
export function drawSum(
  sheet: Sheet,
  { label, value, top, table, isLast }: Row & { isLast: boolean },
) {
  if (isLast) hairline(sheet, top + 4);
  const style = isLast ? { ...STRONG, size: 12 } : BODY;
  const y = top + SUM_PADDING + (isLast ? 15 : 11);
  const row = group(sheet, 'TR', table);
  mark(sheet, {
    parent: row,
    type: 'TH',
    scope: 'Row',
    text: label,
    draw: () => write(sheet, label, { ...style, color: isLast ? INK : QUIET, x: LEFT, y }),
  });
  mark(sheet, {
    parent: row,
    type: 'TD',
    text: value,
    draw: () => write(sheet, value, { ...style, isTabular: true, x: RIGHT, y, align: 'right' }),
  });
  return top + LINE_HEIGHT + SUM_PADDING * (isLast ? 2.5 : 1);
}
