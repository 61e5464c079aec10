/** Writes small Excel files as spreadsheet programs store them. */
import { strToU8, zipSync } from 'fflate';

/** A text, a number, or a cell as Excel stores it: with a number format, as a formula, or as an error. */
export type SheetCell =
  | string
  | number
  | { value?: number; format?: string; formula?: string; error?: string };

export type SheetData = {
  name: string;
  state?: 'hidden' | 'veryHidden';
  /** By line, without empty ones. */
  rows: Readonly<Record<number, readonly SheetCell[]>>;
};

const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function toCell(place: string, cell: SheetCell, findStyle: (format: string) => number): string {
  if (cell === '') return '';
  if (typeof cell === 'string') {
    return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  }
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  const { value = '', format, formula, error } = cell;
  if (error !== undefined) return `<c r="${place}" t="e"><f>A1</f><v>${error}</v></c>`;
  const style = format === undefined ? '' : ` s="${findStyle(format)}"`;
  const computed = formula === undefined ? '' : `<f>${formula}</f>`;
  return `<c r="${place}"${style}>${computed}<v>${value}</v></c>`;
}

const FIRST_OWN_FORMAT = 164;

/** Format '14' is the built-in one of dates. */
export function workbook(...sheets: readonly SheetData[]): Uint8Array {
  const formats = ['0'];
  const findStyle = (format: string) => {
    if (!formats.includes(format)) formats.push(format);
    return formats.indexOf(format);
  };
  const parts = sheets.map(({ rows }, index) => {
    const lines = Object.entries(rows).map(([line, cells]) => {
      const row = cells.map((cell, column) =>
        toCell(`${'ABCDEFGH'[column]}${line}`, cell, findStyle),
      );
      return `<row r="${line}">${row.join('')}</row>`;
    });
    const content = `<worksheet xmlns="${SHEET}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
    return [`xl/worksheets/sheet${index + 1}.xml`, xml(content)] as const;
  });
  const toId = (format: string, index: number) =>
    /^(?:0|[1-9]\d*)$/.test(format) ? Number(format) : FIRST_OWN_FORMAT + index;
  const ids = formats.map((format, index) => ({ format, id: toId(format, index) }));
  const own = ids.filter(({ id }) => id >= FIRST_OWN_FORMAT);
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="r${index}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const listed = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}" state="${state}" r:id="r${index}"/>`,
  );
  return zipSync({
    '[Content_Types].xml': xml(`<Types xmlns="${PACKAGE}/content-types"/>`),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${SHEET}"><numFmts>${own.map(({ id, format }) => `<numFmt numFmtId="${id}" formatCode="${escaped(format)}"/>`).join('')}</numFmts><cellXfs>${ids.map(({ id }) => `<xf numFmtId="${id}" xfId="0"/>`).join('')}</cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(parts),
  });
}
