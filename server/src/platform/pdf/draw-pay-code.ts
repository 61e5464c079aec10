/** Draws the QR code of an invoice's payment address at the right edge, next to the amount. */
import { qrModules } from '../mail/qr-code.ts';
import { INK, RIGHT, SMALL } from './letterhead.ts';
import { mark, type Sheet, wrap, write } from './sheet.ts';

export type PayCode = { url: string; text: string };

/** Over an inch including its margin, so that a phone can scan it from a sheet on a table. */
const SIZE = 76;
const TEXT = { ...SMALL, size: 8 } as const;
const TEXT_WIDTH = 160;

export function drawPayCode(sheet: Sheet, { url, text }: PayCode, top: number): void {
  const modules = qrModules(url);
  const unit = SIZE / modules.length;
  const left = RIGHT - SIZE;
  mark(sheet, {
    parent: sheet.root,
    type: 'Figure',
    alt: url,
    text: '',
    draw() {
      modules.forEach((row, down) => {
        row.forEach((isDark, across) => {
          if (isDark) sheet.document.rect(left + across * unit, top + down * unit, unit, unit);
        });
      });
      sheet.document.fillColor(INK).fill();
    },
  });
  const [line = ''] = wrap(sheet, text, { ...TEXT, width: TEXT_WIDTH, linesMax: 1 });
  const at = { ...TEXT, x: RIGHT, y: top + SIZE + 4, align: 'right' } as const;
  mark(sheet, { parent: sheet.root, type: 'P', text, draw: () => write(sheet, line, at) });
}
