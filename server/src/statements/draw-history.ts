/** Draws a customer's history (R62): every entry with its time, its facts, the exact text of a consent and its hash. */
import {
  BODY,
  type CompanyHead,
  cleanHead,
  drawHead,
  hairline,
  LEFT,
  QUIET,
  RIGHT,
  SMALL,
  STRONG,
} from '../platform/pdf/letterhead.ts';
import { drawPageNumbers, drawParagraph, type PageHead, roomFor } from '../platform/pdf/paging.ts';
import { drawFact } from '../platform/pdf/rows.ts';
import {
  finish,
  group,
  mark,
  openSheet,
  type Sheet,
  type Style,
  wrap,
  write,
} from '../platform/pdf/sheet.ts';
import { cleanText } from '../platform/pdf/text-runs.ts';
import type { DocumentTexts } from '../texts/en/server-texts.ts';

export type ToldEntry = {
  title: string;
  time: string;
  details: string;
  text: string | null;
  hash: string;
};

export type HistoryDocument = {
  locale: string;
  title: string;
  subtitle: string;
  drawnAt: string;
  company: CompanyHead;
  facts: readonly (readonly [label: string, value: string])[];
  entries: readonly ToldEntry[];
  textTitle: string;
  hashTitle: string;
  empty: string;
  verification: readonly [title: string, text: string];
  texts: DocumentTexts;
};

const HASH = { ...SMALL, size: 7.5 } as const;
const TEXT = { ...BODY, size: 9.5 } as const;
const DETAIL = { ...TEXT, color: QUIET } as const;
const LINES_MAX = 80;
const FACT = { linesMax: 3, padding: 3 };

type Block = { text: string; style: Style; height: number; type: 'H2' | 'P' };

/** Lines may continue on the next page. Returns the y position below them. */
function drawBlock(sheet: Sheet, head: PageHead, { block, top }: { block: Block; top: number }) {
  const { text, style, height, type } = block;
  let y = top;
  for (const line of wrap(sheet, text, { ...style, width: RIGHT - LEFT, linesMax: LINES_MAX })) {
    y = roomFor(sheet, head, { y, height });
    const at = { ...style, x: LEFT, y: y + height - 3 };
    mark(sheet, { parent: sheet.root, type, text: line, draw: () => write(sheet, line, at) });
    y += height;
  }
  return y;
}

const ENTRY_HEAD = 60;

function drawEntry(
  sheet: Sheet,
  document: HistoryDocument,
  { entry, top }: { entry: ToldEntry; top: number },
): number {
  const head: PageHead = { name: document.company.name, label: document.title };
  const { title, time, details, text, hash } = entry;
  let y = roomFor(sheet, head, { y: top, height: ENTRY_HEAD });
  hairline(sheet, y);
  y += 8;
  const blocks: Block[] = [
    { text: title, style: STRONG, height: 15, type: 'H2' },
    { text: time, style: DETAIL, height: 13, type: 'P' },
    ...(details ? [{ text: details, style: TEXT, height: 13, type: 'P' } as const] : []),
    ...(text
      ? [{ text: `${document.textTitle}: ${text}`, style: TEXT, height: 13, type: 'P' } as const]
      : []),
    { text: `${document.hashTitle}: ${hash}`, style: HASH, height: 12, type: 'P' },
  ];
  for (const block of blocks) y = drawBlock(sheet, head, { block, top: y });
  return y + 8;
}

function cleaned(document: HistoryDocument): HistoryDocument {
  return {
    ...document,
    company: cleanHead(document.company),
    facts: document.facts.map(([label, value]) => [label, cleanText(value)] as const),
    entries: document.entries.map((entry) => ({
      ...entry,
      details: cleanText(entry.details),
      text: entry.text === null ? null : cleanText(entry.text),
    })),
  };
}

export function drawHistory(given: HistoryDocument): Promise<Buffer<ArrayBuffer>> {
  const document = cleaned(given);
  const { title, subtitle, drawnAt, company, facts, entries, empty, verification } = document;
  const head: PageHead = { name: company.name, label: title };
  const sheet = openSheet({ title, createdAt: drawnAt, locale: document.locale });
  let y = drawHead(sheet, { company, title, number: subtitle });
  const table = group(sheet, 'Table', sheet.root);
  for (const [label, value] of facts) {
    y = drawFact(sheet, { label, value, top: y, table, ...FACT });
  }
  y += 14;
  for (const entry of entries) {
    y = drawEntry(sheet, document, { entry, top: y });
  }
  if (entries.length === 0) {
    y = drawBlock(sheet, head, {
      block: { text: empty, style: TEXT, height: 13, type: 'P' },
      top: y,
    });
  }
  drawParagraph(sheet, head, { title: verification[0], text: verification[1], top: y });
  drawPageNumbers(sheet, document.texts.invoice.page);
  return finish(sheet);
}
