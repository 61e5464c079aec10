/** A list as CSV, for a spreadsheet. */

export type CsvColumn<Row> = { header: string; value: (row: Row) => string | number | null };

/** A spreadsheet would evaluate these texts as formulas. A leading apostrophe prevents that. */
const COMPUTED = /^[=+\-@\t\r]/;
const AMOUNT = /^-?\d+(?:\.\d+)?$/;

function parseCell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = COMPUTED.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const head = columns.map(({ header }) => parseCell(header)).join(',');
  const lines = rows.map((row) => columns.map(({ value }) => parseCell(value(row))).join(','));
  return `${[head, ...lines].join('\r\n')}\r\n`;
}
