/**
 * Elements shared by all documents of a company: the header, colors, columns and lines, and a highlighted notice.
 */
import { decorate, mark, openPicture, type Sheet, wrap, write } from './sheet.ts';
import { cleanText } from './text-runs.ts';

/** A PNG that we rendered ourselves (R52). */
type Logo = { bytes: Buffer; width: number; height: number };

export type CompanyHead = {
  name: string;
  initials: string;
  logo: Logo | null;
  color: string;
  inkOnColor: string;
  lines: readonly string[];
};

export const INK = '#1f2933';
export const QUIET = '#52606d';
const HAIRLINE = '#d9dfe5';
const WARNING = { ink: '#7c2d12', ground: '#fff1e6' } as const;

export const LEFT = 56;
export const RIGHT = 612 - LEFT;
export const BOTTOM = 792 - 48;
const BADGE = 44;
const LOGO_WIDTH_MAX = 120;
const HEAD_RIGHT = 440;

export const BODY = { size: 10.5, weight: 'regular', color: INK } as const;
export const LABEL = { ...BODY, color: QUIET } as const;
export const STRONG = { ...BODY, weight: 'semibold' } as const;
export const SMALL = { size: 9, weight: 'regular', color: QUIET } as const;
const NAME = { size: 15, weight: 'semibold', color: INK } as const;
const AMOUNT = { size: 36, weight: 'semibold', color: INK, isTabular: true } as const;

export const LINE_HEIGHT = 15;

export function hairline(sheet: Sheet, y: number): void {
  decorate(sheet, (document) => {
    document.lineWidth(0.75).strokeColor(HAIRLINE).moveTo(LEFT, y).lineTo(RIGHT, y).stroke();
  });
}

/** Marked as decoration, because the company's name is next to it. */
function drawLogo(sheet: Sheet, logo: Logo): number | null {
  const picture = openPicture(sheet, logo.bytes);
  if (!picture) return null;
  const scale = Math.min(LOGO_WIDTH_MAX / logo.width, BADGE / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  decorate(sheet, (document) => {
    document.image(picture, LEFT, 52 + (BADGE - height) / 2, { width, height });
  });
  return width;
}

function drawBadge(sheet: Sheet, company: CompanyHead): number {
  const { initials, color, inkOnColor, logo } = company;
  const logoWidth = logo && drawLogo(sheet, logo);
  if (logoWidth !== null) return logoWidth;
  decorate(sheet, (document) => {
    document.fillColor(color).roundedRect(LEFT, 52, BADGE, BADGE, 10).fill();
    const style = { size: 17, weight: 'semibold', color: inkOnColor } as const;
    write(sheet, initials, { ...style, x: LEFT + BADGE / 2, y: 80, align: 'center' });
  });
  return BADGE;
}

export type Head = { company: CompanyHead; title: string; number: string };

/** Returns the y position below the header. */
export function drawHead(sheet: Sheet, { company, title, number }: Head): number {
  const x = LEFT + drawBadge(sheet, company) + 14;
  const width = HEAD_RIGHT - x;
  let y = 68;
  mark(sheet, {
    parent: sheet.root,
    type: 'P',
    text: company.name,
    draw() {
      const column = { ...NAME, width, linesMax: 2 };
      for (const line of wrap(sheet, company.name, column)) {
        write(sheet, line, { ...NAME, x, y });
        y += 19;
      }
    },
  });
  for (const text of company.lines) {
    const [line = ''] = wrap(sheet, text, { ...SMALL, width, linesMax: 1 });
    const at = { ...SMALL, x, y: y - 2 };
    mark(sheet, { parent: sheet.root, type: 'P', text, draw: () => write(sheet, line, at) });
    y += 13;
  }
  const above = { ...NAME, x: RIGHT, y: 68, align: 'right' } as const;
  const draw = () => write(sheet, title, above);
  mark(sheet, { parent: sheet.root, type: 'H1', text: title, draw });
  const beside = { ...SMALL, size: 10, x: RIGHT, y: 84, align: 'right' } as const;
  const besideColumn = { ...beside, width: RIGHT - HEAD_RIGHT - 10, linesMax: 4 };
  mark(sheet, {
    parent: sheet.root,
    type: 'P',
    text: number,
    draw() {
      wrap(sheet, number, besideColumn).forEach((line, index) => {
        write(sheet, line, { ...beside, y: beside.y + index * 12 });
      });
    },
  });
  return Math.max(y - 5, 52 + BADGE) + 14;
}

/** Returns the y position below the warning. */
export function drawWarning(sheet: Sheet, warning: string, top: number): number {
  const style = { ...STRONG, color: WARNING.ink };
  const lines = wrap(sheet, warning, { ...style, width: RIGHT - LEFT - 28, linesMax: 3 });
  const height = lines.length * LINE_HEIGHT + 20;
  decorate(sheet, (document) => {
    document
      .fillColor(WARNING.ground)
      .roundedRect(LEFT, top, RIGHT - LEFT, height, 8)
      .fill();
  });
  mark(sheet, {
    parent: sheet.root,
    type: 'P',
    text: warning,
    draw() {
      lines.forEach((line, index) => {
        write(sheet, line, { ...style, x: LEFT + 14, y: top + 21 + index * LINE_HEIGHT });
      });
    },
  });
  return top + height + 14;
}

type Headline = { total: string; headline: string };

/** Returns the y position below the amount. */
export function drawAmount(sheet: Sheet, { total, headline }: Headline, top: number): number {
  const amount = { ...AMOUNT, x: LEFT, y: top + 44 };
  mark(sheet, {
    parent: sheet.root,
    type: 'P',
    text: total,
    draw: () => write(sheet, total, amount),
  });
  const below = { ...LABEL, size: 11, x: LEFT, y: top + 66 };
  const draw = () => write(sheet, headline, below);
  mark(sheet, { parent: sheet.root, type: 'P', text: headline, draw });
  return top + 88;
}

export function cleanHead(company: CompanyHead): CompanyHead {
  return {
    ...company,
    name: cleanText(company.name),
    initials: cleanText(company.initials),
    lines: company.lines.map(cleanText),
  };
}
