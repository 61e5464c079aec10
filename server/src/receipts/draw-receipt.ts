/**
 * Draws a receipt on one page (R26): the company, the amount, its state, a table of details and the
 * sums. It contains no links and no scripts, and no picture but the company's logo.
 */
import type { StructureElement } from 'pdfkit';
import {
  decorate,
  finish,
  group,
  mark,
  openPicture,
  openSheet,
  type Sheet,
  wrap,
  write,
} from './sheet.ts';
import { cleanText } from './text-runs.ts';

/** A PNG that we drew ourselves (R52). */
type Logo = { bytes: Buffer; width: number; height: number };

export type Receipt = {
  number: string;
  /** The creation date in the file's metadata. */
  drawnAt: string;
  company: {
    name: string;
    initials: string;
    /** Replaces the initials. */
    logo: Logo | null;
    /** '#1f6feb', and a text color that is readable on it. */
    color: string;
    inkOnColor: string;
    /** Further names and the address. */
    lines: readonly string[];
  };
  total: string;
  /** 'Paid on November 15, 2026 2:31 PM EST' */
  headline: string;
  /** Highlighted: the payment was returned or refunded. */
  warning: string | null;
  facts: readonly (readonly [label: string, value: string])[];
  sums: readonly (readonly [label: string, value: string])[];
  footer: string;
};

const INK = '#1f2933';
const QUIET = '#52606d';
const HAIRLINE = '#d9dfe5';
const WARNING = { ink: '#7c2d12', ground: '#fff1e6' } as const;

const LEFT = 56;
const RIGHT = 612 - LEFT;
const BOTTOM = 792 - 48;
const BADGE = 44;
const LOGO_WIDTH_MAX = 120;
/** To the right of it is the receipt number. */
const HEAD_RIGHT = 440;
const VALUE_X = 212;

const BODY = { size: 10.5, weight: 'regular', color: INK } as const;
const LABEL = { ...BODY, color: QUIET } as const;
const STRONG = { ...BODY, weight: 'semibold' } as const;
const SMALL = { size: 9, weight: 'regular', color: QUIET } as const;
const NAME = { size: 15, weight: 'semibold', color: INK } as const;
const AMOUNT = { size: 36, weight: 'semibold', color: INK, isTabular: true } as const;

const LINE_HEIGHT = 15;
const SUM_PADDING = 8;

function hairline(sheet: Sheet, y: number): void {
  decorate(sheet, (document) => {
    document.lineWidth(0.75).strokeColor(HAIRLINE).moveTo(LEFT, y).lineTo(RIGHT, y).stroke();
  });
}

/** Decoration: the company's name is next to the logo. */
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

/** Returns the width. */
function drawBadge(sheet: Sheet, company: Receipt['company']): number {
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

/** Returns the y position below the head. */
function drawHead(sheet: Sheet, receipt: Receipt): number {
  const { company, number } = receipt;
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
  const title = { ...NAME, x: RIGHT, y: 68, align: 'right' } as const;
  const draw = () => write(sheet, 'Receipt', title);
  mark(sheet, { parent: sheet.root, type: 'H1', text: 'Receipt', draw });
  const beside = { ...SMALL, size: 10, x: RIGHT, y: 84, align: 'right' } as const;
  mark(sheet, {
    parent: sheet.root,
    type: 'P',
    text: number,
    draw: () => write(sheet, number, beside),
  });
  return Math.max(y - 5, 52 + BADGE) + 14;
}

function drawAmount(sheet: Sheet, { total, headline }: Receipt, top: number): number {
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

function drawWarning(sheet: Sheet, warning: string, top: number): number {
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

type Row = { label: string; value: string; top: number; table: StructureElement };
type Density = { linesMax: number; padding: number };
const AIRY: Density = { linesMax: 3, padding: 8 };
const DENSE: Density = { linesMax: 2, padding: 5 };
/** With more facts, or a warning, the longest texts would overlap the footer. */
const AIRY_FACTS_MAX = 8;

function drawFact(sheet: Sheet, row: Row & Density): number {
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

function drawSum(sheet: Sheet, { label, value, top, table, isLast }: Row & { isLast: boolean }) {
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

function drawTables(sheet: Sheet, { facts, sums, warning }: Receipt, top: number): void {
  const isAiry = warning === null && facts.length <= AIRY_FACTS_MAX;
  const density = isAiry ? AIRY : DENSE;
  let y = top;
  const table = group(sheet, 'Table', sheet.root);
  for (const [label, value] of facts) {
    y = drawFact(sheet, { label, value, top: y, table, ...density });
  }
  hairline(sheet, y);
  y += 14;
  const summary = group(sheet, 'Table', sheet.root);
  sums.forEach(([label, value], index) => {
    const isLast = index === sums.length - 1;
    y = drawSum(sheet, { label, value, top: y, table: summary, isLast });
  });
  hairline(sheet, y);
}

function drawFooter(sheet: Sheet, footer: string): void {
  const lines = wrap(sheet, footer, { ...SMALL, width: RIGHT - LEFT, linesMax: 2 });
  mark(sheet, {
    parent: sheet.root,
    type: 'P',
    text: footer,
    draw() {
      lines.forEach((line, index) => {
        const y = BOTTOM - (lines.length - 1 - index) * 13;
        write(sheet, line, { ...SMALL, x: LEFT, y });
      });
    },
  });
}

function cleaned(receipt: Receipt): Receipt {
  const pairs = (rows: Receipt['facts']) =>
    rows.map(([label, value]) => [label, cleanText(value)] as const);
  const { company, warning } = receipt;
  return {
    ...receipt,
    company: {
      ...company,
      name: cleanText(company.name),
      initials: cleanText(company.initials),
      lines: company.lines.map(cleanText),
    },
    warning: warning === null ? null : cleanText(warning),
    facts: pairs(receipt.facts),
    sums: pairs(receipt.sums),
    footer: cleanText(receipt.footer),
  };
}

export function drawReceipt(given: Receipt): Promise<Buffer<ArrayBuffer>> {
  const receipt = cleaned(given);
  const { number, drawnAt, warning } = receipt;
  const sheet = openSheet({ title: `Receipt ${number}`, createdAt: drawnAt });
  const headEnd = drawHead(sheet, receipt);
  hairline(sheet, headEnd);
  const amountEnd = drawAmount(sheet, receipt, headEnd);
  const top = warning === null ? amountEnd : drawWarning(sheet, warning, amountEnd);
  drawTables(sheet, receipt, top);
  drawFooter(sheet, receipt.footer);
  return finish(sheet);
}
