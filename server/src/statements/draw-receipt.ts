/**
 * Draws a receipt on one page (R26): the company, the amount, its state, a table of details and the sums. If the
 * payment covers several invoices, a list of them follows. The file contains no links, no scripts and no images
 * except the company's logo.
 */

import { drawParts, type PaidParts } from '../platform/pdf/draw-parts.ts';
import {
  BOTTOM,
  type CompanyHead,
  cleanHead,
  drawAmount,
  drawHead,
  drawWarning,
  hairline,
  LEFT,
  RIGHT,
  SMALL,
} from '../platform/pdf/letterhead.ts';
import { type Density, drawFact, drawSum } from '../platform/pdf/rows.ts';
import { finish, group, mark, openSheet, type Sheet, wrap, write } from '../platform/pdf/sheet.ts';
import { cleanText } from '../platform/pdf/text-runs.ts';
import type { DocumentTexts } from '../texts/en/server-texts.ts';

export type Receipt = {
  texts: DocumentTexts;
  number: string;
  drawnAt: string;
  company: CompanyHead;
  total: string;
  /** Example: 'Paid on November 15, 2026 2:31 PM EST' */
  headline: string;
  warning: string | null;
  facts: readonly (readonly [label: string, value: string])[];
  sums: readonly (readonly [label: string, value: string])[];
  footer: string;
  parts: PaidParts | null;
};

const AIRY: Density = { linesMax: 3, padding: 8 };
const DENSE: Density = { linesMax: 2, padding: 5 };
/** With more facts or a warning, the longest texts would overlap the footer. */
const AIRY_FACTS_MAX = 8;

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
  const { company, warning, parts } = receipt;
  const lines = parts?.lines.map((line) => ({ ...line, text: cleanText(line.text) })) ?? [];
  return {
    ...receipt,
    company: cleanHead(company),
    warning: warning === null ? null : cleanText(warning),
    facts: pairs(receipt.facts),
    sums: pairs(receipt.sums),
    footer: cleanText(receipt.footer),
    parts: parts && { ...parts, lines },
  };
}

function drawOn(sheet: Sheet, receipt: Receipt): void {
  const { warning, texts } = receipt;
  const headEnd = drawHead(sheet, { ...receipt, title: texts.receipt.title });
  hairline(sheet, headEnd);
  const amountEnd = drawAmount(sheet, receipt, headEnd);
  const top = warning === null ? amountEnd : drawWarning(sheet, warning, amountEnd);
  drawTables(sheet, receipt, top);
  drawFooter(sheet, receipt.footer);
  if (receipt.parts) drawParts(sheet, receipt.parts);
}

export function drawReceipt(given: Receipt): Promise<Buffer<ArrayBuffer>> {
  const receipt = cleaned(given);
  const { number, drawnAt, texts } = receipt;
  const { locale } = texts;
  const sheet = openSheet({ title: texts.receipt.titled(number), createdAt: drawnAt, locale });
  drawOn(sheet, receipt);
  return finish(sheet);
}

export type ReceiptsFile = {
  title: string;
  texts: DocumentTexts;
  drawnAt: string;
  empty: string;
  receipts: readonly Omit<Receipt, 'texts'>[];
};

/** Draws many receipts into one file, one page each. */
export function drawReceipts(file: ReceiptsFile): Promise<Buffer<ArrayBuffer>> {
  const { title, texts, drawnAt, empty, receipts } = file;
  const { locale } = texts;
  const sheet = openSheet({ title, createdAt: drawnAt, locale });
  let count = 0;
  for (const receipt of receipts) {
    if (count > 0) sheet.document.addPage();
    count += 1;
    const root = group(sheet, 'Sect', sheet.root);
    drawOn({ ...sheet, root }, cleaned({ ...receipt, texts }));
    root.end();
  }
  if (count === 0) drawFooter(sheet, empty);
  return finish(sheet);
}
