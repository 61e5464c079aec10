/** Reads the rows of an Excel file as texts. */
import type { CellValue } from 'read-excel-file/node';
import { FileRefused } from './rows.ts';
import type { Source } from './source-text.ts';

export type Sheet = { name: string; names: readonly string[]; rows: readonly string[][] };

/** A computed amount such as 0.1 + 0.2 is stored with 17 digits. */
const MILLION = 1_000_000;
const toNumberText = (stored: string) => String(Math.round(Number(stored) * MILLION) / MILLION);

function toText(cell: CellValue<string> | Date | null): string {
  if (cell === null) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim();
}

/**
 * Formulas have the value that Excel stored. Dates have the form YYYY-MM-DD.
 *
 * @throws FileRefused
 */
export async function readSheet(source: Source, sheet: string | undefined): Promise<Sheet> {
  // Loaded here because only imports of Excel files need it.
  const { default: readXlsxFile } = await import('read-excel-file/node');
  const input = typeof source === 'string' ? source : Buffer.from(source);
  const sheets = await readXlsxFile<string>(input, { parseNumber: toNumberText }).catch(() => {
    throw new FileRefused(
      'file',
      'The Excel file cannot be read. Save it again, or save it as CSV.',
    );
  });
  const names = sheets.map(({ sheet: name }) => name);
  const found = sheet === undefined ? sheets[0] : sheets.find(({ sheet: name }) => name === sheet);
  if (!found) {
    const message = `The file has no sheet “${sheet ?? ''}”. Its sheets are: ${names.join(', ')}.`;
    throw new FileRefused('file', message);
  }
  return { name: found.sheet, names, rows: found.data.map((row) => row.map(toText)) };
}
