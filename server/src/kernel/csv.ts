/** Cells and rows of CSV files (RFC 4180). */
import { type Cents, cents, centsToDecimal } from '@quittance/contract/money';

/** Spreadsheet programs evaluate text that begins like a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export function csvCell(value: string | null): string {
  if (value === null || value === '') return '';
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats as '1234.56', which spreadsheet programs read as a number in every locale. */
export function decimal(value: Cents): string {
  return `${value < 0 ? '-' : ''}${centsToDecimal(cents(Math.abs(value)))}`;
}

export const csvRow = (texts: readonly (string | null)[], amounts: readonly string[]) =>
  `${[...texts.map(csvCell), ...amounts].join(',')}\r\n`;
