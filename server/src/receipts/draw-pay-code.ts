/** Draws the QR code of the address where an invoice is paid, beside what it is for. */
import { qrModules } from '../mail/qr-code.ts';
import { INK, LEFT, RIGHT } from './letterhead.ts';
import { CELL, CELL_HEIGHT, type PageHead, roomFor } from './paging.ts';
import { mark, type Sheet, wrap, write } from './sheet.ts';

export type PayCode = { url: string; text: string };

/** 1.3 inches: read by a phone from a sheet at arm's length. */
const SIZE = 94;
const TEXT_X = LEFT + SIZE + 14;

/** Returns the y position below it. */
export function drawPayCode(
  sheet: Sheet,
  head: PageHead,
  { code, top }: { code: PayCode; top: number },
): number {
  const y = roomFor(sheet, head, { y: top + 8, height: SIZE });
  const modules = qrModules(code.url);
  const unit = SIZE / modules.length;
  mark(sheet, {
    parent: sheet.root,
    type: 'Figure',
    alt: code.url,
    text: '',
    draw() {
      modules.forEach((row, down) => {
        row.forEach((isDark, across) => {
          if (isDark) sheet.document.rect(LEFT + across * unit, y + down * unit, unit, unit);
        });
      });
      sheet.document.fillColor(INK).fill();
    },
  });
  const lines = wrap(sheet, code.text, { ...CELL, width: RIGHT - TEXT_X, linesMax: 4 });
  mark(sheet, {
    parent: sheet.root,
    type: 'P',
    text: code.text,
    draw() {
      lines.forEach((line, index) => {
        write(sheet, line, { ...CELL, x: TEXT_X, y: y + SIZE / 2 + index * CELL_HEIGHT });
      });
    },
  });
  return y + SIZE;
}
