/** Formats data for a person at a terminal: rows as a table, an object as lines. */
import { cents, centsToDecimal } from '@quittance/contract/money';

type Row = Readonly<Record<string, unknown>>;

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function toTable(rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return 'none';
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => toCell(row[name])))];
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  const padded = (line: readonly string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return lines.map(padded).join('\n');
}

export function toLines(object: Row): string {
  const width = Math.max(...Object.keys(object).map((name) => name.length));
  const line = ([name, value]: [string, unknown]) => `${name.padEnd(width)}  ${toCell(value)}`;
  return Object.entries(object)
    .map((entry) => line(entry).trimEnd())
    .join('\n');
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function render(data: unknown): string {
  if (Array.isArray(data)) return toTable(data.filter(isRow));
  return isRow(data) ? toLines(data) : toCell(data);
}

export const dollars = (amount: number): string => centsToDecimal(cents(amount));

type ListPage = { data: readonly Row[]; nextCursor: string | null };

export function pageText({ data, nextCursor }: ListPage, columns: readonly string[]): string {
  const rows = data.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
  return nextCursor === null ? toTable(rows) : `${toTable(rows)}\n\nmore: --after ${nextCursor}`;
}
